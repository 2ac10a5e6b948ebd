import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import {
  type ControlRequest,
  controlRequestSchema,
  type EmbeddedState,
  farewellSchema,
} from '@plumbline/contracts/common/embedded-state';

/** Time for the command that started the supervisor to attach. */
const FIRST_ATTACHMENT_MS = 15_000;

/** A command that attaches just now keeps server and worker running. */
const ABANDONED_MS = 50;

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
  /** @param lingerSeconds what a command that left wished for */
  onAttachmentsChange(lingerSeconds: number): void;
  onKeep(): void;
  onStop(): void;
  onRenewWorker(): void;
  /** Whether the supervisor lingers, and may be stopped by who does not want it as it is. */
  isLingering(): boolean;
}

/**
 * Opens the supervisor's end of the control channel on loopback; see `controlRequestSchema`. A command that closes its
 * half of the connection is no longer attached but still receives states: it may be waiting for the end.
 */
export async function openControlChannel(listener: ControlListener): Promise<ControlChannel> {
  const token = randomBytes(16).toString('hex');
  const connected = new Set<Socket>();
  const attachments = createAttachments((lingerSeconds) => listener.onAttachmentsChange(lingerSeconds));
  let line = '';

  const accept = (socket: Socket, { purpose, pid }: ControlRequest) => {
    socket.write(line);
    if (purpose === 'renew-worker') listener.onRenewWorker();
    if (purpose === 'look' || purpose === 'renew-worker') return void socket.end();
    if (purpose === 'stop-lingering' && !listener.isLingering()) return void socket.end();
    connected.add(socket);
    if (purpose === 'stop' || purpose === 'stop-lingering') return listener.onStop();
    if (purpose === 'keep') listener.onKeep();
    attachments.add(socket, pid);
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('end', () => attachments.remove(socket));
    socket.on('close', () => connected.delete(socket) && attachments.remove(socket));
    const onRequest = (text: string) => {
      const request = parseRequest(text, token);
      if (request === undefined) socket.destroy();
      else accept(socket, request);
    };
    receiveLines(socket, onRequest, (text) => attachments.takeFarewell(socket, text));
  });

  return {
    port: await listen(server),
    token,
    attachedPids: () => attachments.pids(),
    publish(state) {
      line = `${JSON.stringify(state)}\n`;
      for (const socket of connected) socket.write(line);
    },
    close() {
      attachments.close();
      server.close();
      for (const socket of connected) socket.destroySoon();
    },
  };
}

/** @param onChange gets the seconds for which a command that left wants the supervisor to linger */
function createAttachments(onChange: (lingerSeconds: number) => void) {
  const attached = new Map<Socket, { readonly pid: number; lingerSeconds: number }>();
  // After the end changes must not be reported: the state file belongs to the next supervisor.
  let isClosed = false;
  return {
    pids: () => [...attached.values()].map(({ pid }) => pid),
    add(socket: Socket, pid: number): void {
      attached.set(socket, { pid, lingerSeconds: 0 });
      onChange(0);
    },
    takeFarewell(socket: Socket, text: string): void {
      const attachment = attached.get(socket);
      const { data } = farewellSchema.safeParse(parseJson(text));
      if (attachment !== undefined && data !== undefined) attachment.lingerSeconds = data.lingerSeconds;
    },
    remove(socket: Socket): void {
      const attachment = attached.get(socket);
      attached.delete(socket);
      if (attachment !== undefined && !isClosed) onChange(attachment.lingerSeconds);
    },
    close(): void {
      isClosed = true;
    },
  };
}

function receiveLines(socket: Socket, onFirst: (text: string) => void, onLater: (text: string) => void): void {
  const lines = createInterface(socket).once('line', (text) => {
    onFirst(text);
    lines.on('line', onLater);
  });
  // A killed command resets its connection; `close` follows and is handled.
  socket.on('error', () => socket.destroy());
  lines.on('error', () => undefined);
}

/** Undefined for a foreign client on this port. */
function parseRequest(text: string, token: string): ControlRequest | undefined {
  const { data } = controlRequestSchema.safeParse(parseJson(text));
  return data?.token === token ? data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

interface AttachmentWatch {
  /**
   * Call it when a command came or left.
   *
   * @param lingerSeconds what a leaving one wished for
   * @returns ISO time at which lingering ends; null: it does not linger
   */
  check(lingerSeconds: number): string | null;
  close(): void;
}

/**
 * Calls `onAbandoned` when no command is attached to the supervisor any longer, and the last one's linger time is over.
 */
export function watchAttachments(isHeld: () => boolean, onAbandoned: () => void): AttachmentWatch {
  const endUnlessHeld = () => {
    if (!isHeld()) onAbandoned();
  };
  let timer = setTimeout(endUnlessHeld, FIRST_ATTACHMENT_MS);
  return {
    check(lingerSeconds) {
      clearTimeout(timer);
      if (isHeld()) return null;
      const lingerMs = lingerSeconds * 1_000;
      timer = setTimeout(endUnlessHeld, Math.max(lingerMs, ABANDONED_MS));
      return lingerMs === 0 ? null : new Date(Date.now() + lingerMs).toISOString();
    },
    close: () => clearTimeout(timer),
  };
}
