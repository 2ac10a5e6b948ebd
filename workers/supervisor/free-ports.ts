import { createServer } from 'node:net';

export interface ServerPorts {
  readonly port: number;
  readonly uiPort: number;
}

/** The first preferred pair whose ports are both free on loopback, or any free ports. */
export async function choosePorts(preferred: readonly ServerPorts[]): Promise<ServerPorts> {
  for (const ports of preferred) {
    if ((await isFree(ports.port)) && (await isFree(ports.uiPort))) return ports;
  }
  const port = await freePort();
  let uiPort = await freePort();
  while (uiPort === port) uiPort = await freePort();
  return { port, uiPort };
}

function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

export function freePort(): Promise<number> {
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      const bound = server.address();
      server.close(() =>
        bound !== null && typeof bound === 'object' ? resolve(bound.port) : reject(new Error('no port')),
      );
    });
  });
}
