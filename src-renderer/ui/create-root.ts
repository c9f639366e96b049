/** Here and not in `main.tsx`: this file lies in React's chunk, so that React is evaluated by a script of its own. */
export { createRoot } from 'react-dom/client'
