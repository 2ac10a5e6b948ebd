import PostalMime, { type Address, type Email } from 'postal-mime';
import { readContentHtml } from '../html/html-reading.ts';
import { reasonOf, UnreadableFileError } from '../text/document-errors.ts';
import { joinProblems, NO_PAGES, type ReadText } from '../text/file-format.ts';

/** Begins a message of a mailbox; within a message such lines are quoted (">From "). */
const MESSAGE_START = /^From \S.*\n(?=[\w-]+:)/gm;
const MOST_MESSAGES = 5_000;

/** A message with its headers as lines; of a mailbox, each message is a section. @throws {UnreadableFileError} */
export async function readMail(bytes: Uint8Array): Promise<ReadText> {
  const messages = messagesOf(bytes);
  const read: Awaited<ReturnType<typeof readMessage>>[] = [];
  for (const message of messages.slice(0, MOST_MESSAGES)) read.push(await readMessage(message));
  const [first] = read;
  if (first === undefined) throw new UnreadableFileError('no message');
  const isMailbox = messages.length > 1;
  const unread = messages.length - read.length;
  const problems = new Set(read.map(({ problem }) => problem));
  if (unread > 0) problems.add(`the last ${unread} messages were not read: at most ${MOST_MESSAGES} are`);
  return {
    ...NO_PAGES,
    text: read
      .map(({ subject, lines, body }) =>
        [`${isMailbox ? '## ' : '# '}${subject || 'Message'}`, lines, body].filter((part) => part !== '').join('\n\n'),
      )
      .join('\n\n'),
    title: isMailbox ? null : first.subject || null,
    publishedAt: isMailbox ? null : first.date,
    problem: joinProblems(problems),
  };
}

/** The messages of a mailbox; a message alone is one. */
function messagesOf(bytes: Uint8Array): Uint8Array[] {
  // One character for each byte: every message states its own encoding.
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
  if (!text.startsWith('From ')) return [bytes];
  return text
    .split(MESSAGE_START)
    .filter((message) => message.trim() !== '')
    .map((message) => Buffer.from(message.replaceAll(/^>(>*From )/gm, '$1'), 'latin1'));
}

/** Its headers as lines, and its body. */
async function readMessage(bytes: Uint8Array) {
  const email = await parsed(bytes);
  const { subject = '', date, from, to, cc, attachments, headers } = email;
  const lines = [
    ['From', addresses(from === undefined ? [] : [from])],
    ['To', addresses(to ?? [])],
    ['Cc', addresses(cc ?? [])],
    // As it is written: the sender's hour.
    ['Date', headers.find(({ key }) => key === 'date')?.value ?? ''],
  ].filter(([, words]) => words !== '');
  const names = attachments.map(({ filename, mimeType }) => filename ?? mimeType);
  return {
    subject: subject.replaceAll(/\s+/g, ' ').trim(),
    lines: lines.map(([name, words]) => `- ${name}: ${words}`).join('\n'),
    body: await bodyOf(email),
    date: date === undefined || Number.isNaN(Date.parse(date)) ? null : new Date(date).toISOString(),
    problem: names.length === 0 ? null : `attachments not read: ${names.join(', ')}`,
  };
}

async function parsed(bytes: Uint8Array): Promise<Email> {
  try {
    const email = await PostalMime.parse(bytes);
    if (email.headers.length > 0) return email;
  } catch (error) {
    throw new UnreadableFileError(`damaged message: ${reasonOf(error)}`, { cause: error });
  }
  throw new UnreadableFileError('damaged message: it has no headers');
}

function addresses(list: readonly Address[]): string {
  return list
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) =>
      [name, address === undefined || address === '' ? '' : `(${address})`].filter((part) => part !== '').join(' '),
    )
    .join(', ');
}

/** The text as it was written, where lines after ">" are quoted; or else the page. */
async function bodyOf({ text, html }: Email): Promise<string> {
  if (text !== undefined && text.trim() !== '') return text.replaceAll('\r\n', '\n').trim();
  return html === undefined ? '' : readContentHtml(html).text;
}
