import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server on loopback that says what it likes to every connection. */
export async function startRawServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends the beginning at once and then one drop after the other, until the connection ends. */
export function drip(socket: Socket, beginning: string, drop: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(drop), 20);
  socket.on('close', () => clearInterval(timer));
}
