/**
 * What is wrong with a server's certificate, as a sentence, by the code of Node's error. Undefined for any other
 * failure, also of the encryption itself.
 */
export function certificateFault(server: string, code: string): string | undefined {
  const certificate = `The certificate of the ${server}`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `${certificate} is for another address (${code}).`
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `${certificate} is not valid now (${code}). Check it, and the clock of this computer.`
  if (!/CERT|^UNABLE_TO_/.test(code)) return undefined
  return `${certificate} is not trusted (${code}). Have this system trust who issued it, or put that authority into ca.pem in the data folder.`
}
