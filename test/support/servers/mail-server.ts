import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server on loopback that knows exactly what one message needs. */
export interface MailServer {
  /** `smtp://127.0.0.1:<port>` */
  readonly url: string;
  /** Each as it was sent, headers first. */
  readonly messages: string[];
  /** Lines that it does not know; it answers them 500. */
  readonly unscripted: string[];
  close(): Promise<void>;
}

const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/^EHLO \S+$/, '250 mail.test'],
  [/^MAIL FROM:<[^<>\s]+>$/, '250 ok'],
  [/^RCPT TO:<[^<>\s]+>$/, '250 ok'],
  [/^DATA$/, '354 go on'],
  [/^QUIT$/, '221 bye'],
];

export async function startMailServer(): Promise<MailServer> {
  const messages: string[] = [];
  const unscripted: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, messages, unscripted);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    unscripted,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serve(socket: Socket, messages: string[], unscripted: string[]): void {
  let rest = '';
  let message: string[] | null = null;
  const take = (line: string): string | null => {
    if (message !== null && line !== '.') {
      message.push(line);
      return null;
    }
    if (message !== null) {
      messages.push(message.join('\n'));
      message = null;
      return '250 taken';
    }
    const answer = ANSWERS.find(([form]) => form.test(line))?.[1];
    if (answer === undefined) unscripted.push(line);
    if (line === 'DATA') message = [];
    return answer ?? '500 unscripted';
  };
  socket.write('220 mail.test\r\n');
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    const lines = `${rest}${bytes.toString()}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const answer = take(line);
      if (answer !== null) socket.write(`${answer}\r\n`);
    }
  });
}
