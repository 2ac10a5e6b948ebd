import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Resolves when a client in this process has next read the headers of an answer, or a piece of its body. */
export function readByClient(part: 'headers' | 'bodyChunkReceived'): Promise<void> {
  const channel = `undici:request:${part}`;
  return new Promise((resolve) => {
    const read = (): void => {
      unsubscribe(channel, read);
      resolve();
    };
    subscribe(channel, read);
  });
}
