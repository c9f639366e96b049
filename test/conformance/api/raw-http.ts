import { connect } from 'node:net'

/** Sends bytes as they are and reads until the site closes the connection. */
export function rawHttp(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      answer += text
    })
    // It may reset the connection for what it has not read, once it has answered.
    socket.on('error', (error) => {
      if (answer === '') reject(error)
    })
    socket.on('close', () => resolve(answer))
  })
}
