import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type ControlRequest,
  EMBEDDED_STATE_FILE,
  type EmbeddedState,
  embeddedStateSchema,
} from '../../workflows/contracts/embedded-state.ts';

const ANSWER_LIMIT_MS = 3_000;

/** An open line to the supervisor; while it is open, this process is attached. */
export interface SupervisorConnection {
  /** The newest state that has arrived. */
  state(): EmbeddedState;
  onState(listener: (state: EmbeddedState) => void): void;
  readonly closed: Promise<void>;
  /** Ends the attachment; states go on arriving until the supervisor ends or `disconnect` is called. */
  detach(): void;
  disconnect(): void;
}

/** The state that a supervisor of this home wrote last; it may be dead. */
export async function readRecordedState(home: string): Promise<EmbeddedState | undefined> {
  try {
    return embeddedStateSchema.parse(JSON.parse(await readFile(join(home, EMBEDDED_STATE_FILE), 'utf8')));
  } catch {
    // No file, or one of another version: either way nobody to connect to.
    return undefined;
  }
}

/** Connects to the living supervisor of `home`; undefined when there is none. */
export async function connectToSupervisor(
  home: string,
  purpose: ControlRequest['purpose'],
): Promise<SupervisorConnection | undefined> {
  const recorded = await readRecordedState(home);
  if (recorded === undefined) return undefined;
  const socket = connect({ host: '127.0.0.1', port: recorded.controlPort, allowHalfOpen: true });
  const request: ControlRequest = { token: recorded.controlToken, pid: process.pid, purpose };
  socket.write(`${JSON.stringify(request)}\n`);
  return converse(socket, recorded.pid);
}

/** Resolves with the first state, or with undefined when nobody or somebody else answers. */
function converse(socket: Socket, supervisorPid: number): Promise<SupervisorConnection | undefined> {
  return new Promise((resolve) => {
    const closed = new Promise<void>((settle) => socket.once('close', () => settle()));
    const listeners: ((state: EmbeddedState) => void)[] = [];
    let state: EmbeddedState | undefined;
    const connection: SupervisorConnection = {
      state: () => state as EmbeddedState,
      onState: (listener) => listeners.push(listener),
      closed,
      detach: () => socket.end(),
      disconnect: () => socket.destroy(),
    };
    const impatience = setTimeout(() => socket.destroy(), ANSWER_LIMIT_MS);
    socket.on('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(impatience);
      resolve(undefined);
    });
    const lines = createInterface(socket).on('line', (line) => {
      const next = parseState(line);
      if (next?.pid !== supervisorPid) return void socket.destroy();
      clearTimeout(impatience);
      state = next;
      resolve(connection);
      for (const listener of listeners) listener(next);
    });
    // What went wrong shows as `close`.
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
