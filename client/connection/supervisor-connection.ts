import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import {
  type ControlRequest,
  type EmbeddedState,
  embeddedStateSchema,
  type Farewell,
} from '@plumbline/contracts/common/embedded-state';
import { loadRecordedState } from '../../workers/home/home-folder.ts';

/** A busy supervisor answers late; the port of one that is gone refuses the connection at once. */
const ANSWER_LIMIT_MS = 10_000;

/** An open connection to the supervisor. This process is attached while it is open. */
export interface SupervisorConnection {
  /** The newest state that has arrived. */
  state(): EmbeddedState;
  onState(listener: (state: EmbeddedState) => void): void;
  readonly closed: Promise<void>;
  /** Detaches with a wish for how long the supervisor lingers; states arrive until it ends or `disconnect()`. */
  detach(lingerSeconds: number): void;
  disconnect(): void;
}

/** Connects to the living supervisor of `home`, or returns undefined. */
export async function connectToSupervisor(
  home: string,
  purpose: ControlRequest['purpose'],
): Promise<SupervisorConnection | undefined> {
  const recorded = loadRecordedState(home);
  if (recorded === undefined) return undefined;
  const socket = connect({ host: '127.0.0.1', port: recorded.controlPort, allowHalfOpen: true });
  const request: ControlRequest = { token: recorded.controlToken, pid: process.pid, purpose };
  socket.write(`${JSON.stringify(request)}\n`);
  return converse(socket, recorded.pid);
}

/** Resolves with the first state, or with undefined when the supervisor does not answer. */
function converse(socket: Socket, supervisorPid: number): Promise<SupervisorConnection | undefined> {
  return new Promise((resolve) => {
    const closed = new Promise<void>((settle) => socket.once('close', () => settle()));
    const listeners: ((state: EmbeddedState) => void)[] = [];
    let state: EmbeddedState | undefined;
    const connection: SupervisorConnection = {
      state: () => state as EmbeddedState,
      onState: (listener) => listeners.push(listener),
      closed,
      detach: (lingerSeconds) => socket.end(`${JSON.stringify({ lingerSeconds } satisfies Farewell)}\n`),
      disconnect: () => socket.destroy(),
    };
    const timeout = setTimeout(() => socket.destroy(), ANSWER_LIMIT_MS);
    socket.on('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timeout);
      resolve(undefined);
    });
    const lines = createInterface(socket).on('line', (line) => {
      const next = parseState(line);
      if (next?.pid !== supervisorPid) return void socket.destroy();
      clearTimeout(timeout);
      state = next;
      resolve(connection);
      for (const listener of listeners) listener(next);
    });
    // Errors end in `close`, which is handled above.
    socket.on('error', () => socket.destroy());
    lines.on('error', () => undefined);
  });
}

function parseState(line: string): EmbeddedState | undefined {
  try {
    return embeddedStateSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
