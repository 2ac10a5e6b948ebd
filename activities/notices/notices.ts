import { createHash } from 'node:crypto';
import { readBody } from '@plumbline/adapters/bounded-body';
import { createRemoteAgent } from '@plumbline/adapters/remote-agent';
import { hideSecrets } from '@plumbline/adapters/secret-removal';
import { userAgentOf } from '@plumbline/adapters/user-agent';
import type { SendNoticeInput } from '@plumbline/contracts/report/notice';
import { detectLanguage } from '@plumbline/language/detection';
import type { Transporter } from 'nodemailer';
import { fetch } from 'undici';
import { noticeWords } from './notice-phrases.ts';

const TIMEOUT_MS = 20_000;
/** What a webhook answers is not read. */
const MAX_ANSWER_BYTES = 64 * 1024;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

/** Who is told where runs wait and end, and by what. */
export interface NoticesConfig {
  /** Addresses of webhooks, and `mailto:` addresses. */
  readonly addresses: readonly string[];
  /** `smtps://user:password@host`; null: no mail. */
  readonly smtpUrl: string | null;
  /** Mail address of the sender. */
  readonly sender: string;
  /** Where people reach the page, without a final slash; null: not known. */
  readonly pageUrl: string | null;
  readonly contact: string | null;
}

export interface Notices {
  /** Digests of the addresses: a history names no webhook, whose address may be a secret. */
  readonly recipients: readonly string[];
  /** @throws Error that says what failed, without address and password; nothing where the recipient is not configured */
  send(input: SendNoticeInput, signal: AbortSignal): Promise<void>;
}

/** For the result of an activity; empty without recipients. */
export function recipientsOf(notices: Notices | null): { readonly recipients?: readonly string[] } {
  return notices === null ? {} : { recipients: notices.recipients };
}

/** Null without recipients. */
export function createNotices(config: NoticesConfig): Notices | null {
  const addresses = new Map(config.addresses.map((address) => [digestOf(address).slice(0, 16), address]));
  if (addresses.size === 0) return null;
  return {
    recipients: [...addresses.keys()],
    async send({ recipient, notice }, signal) {
      const address = addresses.get(recipient);
      if (address === undefined) return;
      // A question is in the language of its author; until the run knows it, the words tell.
      const language = notice.language ?? detectLanguage(notice.title);
      const message: Message = { key: digestOf(notice.id), ...noticeWords({ ...notice, language }, config.pageUrl) };
      const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      if (address.startsWith('mailto:')) await sendMail(config, address.slice('mailto:'.length), message, within);
      else await post(config, address, { ...notice, language, ...message, id: message.key }, within);
    },
  };
}

interface Message extends ReturnType<typeof noticeWords> {
  /** Idempotency key. */
  readonly key: string;
}

async function post(
  { contact }: NoticesConfig,
  address: string,
  { key, ...body }: Message & Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const { host } = new URL(address);
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'user-agent': userAgentOf(contact) };
  const request = { method: 'POST', headers, body: JSON.stringify(body), signal };
  // Another server must not get what was meant for this one.
  const response = await fetch(address, { ...request, redirect: 'manual', dispatcher: createRemoteAgent() }).catch(
    (error: unknown) => {
      throw new Error(`the webhook at ${host} cannot be reached: ${causeOf(error)}`);
    },
  );
  await readBody(response.body, MAX_ANSWER_BYTES, 'cut').catch(() => undefined);
  if (!response.ok) throw new Error(`the webhook at ${host} answered ${response.status}`);
}

async function sendMail(
  { smtpUrl, sender }: NoticesConfig,
  recipient: string,
  { key, heading: subject, text }: Message,
  signal: AbortSignal,
): Promise<void> {
  if (smtpUrl === null) return;
  const server = new URL(smtpUrl);
  const transport = await openTransport(server);
  const end = () => transport.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    // Mail programs show a message once whose id they have already.
    await transport.sendMail({ from: sender, to: recipient, subject, text, messageId: `<${key}@plumbline>` });
  } catch (error) {
    const said = hideSecrets(causeOf(error), [decodeURIComponent(server.password)]);
    throw new Error(`the mail server ${server.host} did not take a message: ${said}`);
  } finally {
    signal.removeEventListener('abort', end);
    transport.close();
  }
}

async function openTransport({ protocol, hostname, port, username, password }: URL): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const secure = protocol === 'smtps:';
  return createTransport({
    host: hostname.replaceAll(/[[\]]/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure,
    // A password never travels in the clear, except within the machine.
    requireTLS: !secure && username !== '' && !LOOPBACK.test(hostname),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
