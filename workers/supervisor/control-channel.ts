import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import {
  type ControlRequest,
  controlRequestSchema,
  type EmbeddedState,
} from '../../workflows/contracts/embedded-state.ts';

export interface ControlChannel {
  readonly port: number;
  readonly token: string;
  /** Process ids of the attached commands. */
  attachedPids(): readonly number[];
  /** Sends the state to all present and future connections. */
  publish(state: EmbeddedState): void;
  /** Refuses new connections and ends the open ones once the published states are sent. */
  close(): void;
}

export interface ControlListener {
  onAttachmentsChange(): void;
  onKeep(): void;
  onStop(): void;
}

/**
 * Opens the supervisor's end of the control channel on loopback; see `controlRequestSchema`. A command that closes its
 * half of the connection is no longer attached but still receives states: it may be waiting for the end.
 */
export async function openControlChannel(listener: ControlListener): Promise<ControlChannel> {
  const token = randomBytes(16).toString('hex');
  const connected = new Set<Socket>();
  const attached = new Map<Socket, number>();
  let line = '';
  // After the end changes must not be reported: the state file belongs to the next supervisor.
  let isClosed = false;

  const detach = (socket: Socket) => {
    if (attached.delete(socket) && !isClosed) listener.onAttachmentsChange();
  };
  const accept = (socket: Socket, { purpose, pid }: ControlRequest) => {
    socket.write(line);
    if (purpose === 'look') return void socket.end();
    connected.add(socket);
    if (purpose === 'stop') return listener.onStop();
    attached.set(socket, pid);
    if (purpose === 'keep') listener.onKeep();
    listener.onAttachmentsChange();
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('end', () => detach(socket));
    socket.on('close', () => connected.delete(socket) && detach(socket));
    receiveRequest(socket, token, (request) => accept(socket, request));
  });

  return {
    port: await listen(server),
    token,
    attachedPids: () => [...attached.values()],
    publish(state) {
      line = `${JSON.stringify(state)}\n`;
      for (const socket of connected) socket.write(line);
    },
    close() {
      isClosed = true;
      server.close();
      for (const socket of connected) socket.destroySoon();
    },
  };
}

function receiveRequest(socket: Socket, token: string, onRequest: (request: ControlRequest) => void): void {
  const lines = createInterface(socket).once('line', (text) => {
    const request = parseRequest(text, token);
    if (request === undefined) socket.destroy();
    else onRequest(request);
  });
  // A killed command resets its connection; `close` follows and is handled.
  socket.on('error', () => socket.destroy());
  lines.on('error', () => undefined);
}

function parseRequest(text: string, token: string): ControlRequest | undefined {
  try {
    const request = controlRequestSchema.parse(JSON.parse(text));
    return request.token === token ? request : undefined;
  } catch {
    // A foreign client on this port.
    return undefined;
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
}
