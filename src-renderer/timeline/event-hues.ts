/**
 * As many as `tokens.css` has, and as an organization may have tags. Beyond them hues come again; a tag is never told
 * by its hue alone.
 */
export const EVENT_HUES = 10
