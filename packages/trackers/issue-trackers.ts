import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import type { WantedIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { IssueTrackerSettings } from '@plumbline/contracts/briefings/briefing-settings';
import { isMissing, listFiles, replaceFile } from '@plumbline/storage/files';
import { waitForLock } from '@plumbline/storage/locks';
import { Document } from 'yaml';
import { type IssueFile, IssueFileError, parseIssueFile, writeFrontMatter } from './issue-file.ts';
import {
  type AskedTracker,
  type IssueTracker,
  type IssueTrackers,
  permanent,
  type TrackedIssue,
} from './issue-tracker.ts';
import { digestOf, withoutMarkers } from './tracked-issues.ts';

interface IssueTrackersOptions {
  /** For locks. */
  readonly home: string;
  /** Undefined: not set. */
  readonly linearApiKey: string | undefined;
  readonly now: () => Date;
  /** Of each request. */
  readonly timeoutMs: number;
}

const LINEAR_API_URL = 'https://api.linear.app/graphql';

const BODY_START = '<!-- plumbline-issue: updates replace the text from here … -->';
const BODY_END = '<!-- plumbline-issue: … to here -->';
const BODY = new RegExp(`^${BODY_START}$[^]*?^${BODY_END}$`, 'mu');
const BODY_END_LINE = new RegExp(`^${BODY_END}$`, 'mu');
/** Up to its last line; people may write below it. */
const HISTORY = /^## History\n\n?(?:- .*(?:\n|$))*/mu;

interface FolderIssueTrackerOptions {
  /** Absolute path of the briefing. */
  readonly briefingFolder: string;
  /** Relative to it. */
  readonly folder: string;
  readonly now: () => Date;
}

/** Most characters of a file's name that come from the key. */
const MAX_NAME_LENGTH = 80;

/** Chooses the tracker that settings name. Linear's client is loaded when it is needed: it is large. */
export function createIssueTrackers(options: IssueTrackersOptions): IssueTrackers {
  const { home, now } = options;
  return {
    async open(settings, folder, signal) {
      if (settings.adapter === 'linear') return openLinear(options, settings, signal);
      return createFolderIssueTracker({ briefingFolder: folder, folder: settings.folder, now });
    },

    async alone(folder, signal, work) {
      const path = await lockPathOf(home, folder);
      const wait = () => waitForLock(path, signal, () => {});
      const lock = await whileWaitingFor('another run that files issues', wait);
      try {
        return await work();
      } finally {
        lock.release();
      }
    },
  };
}

async function openLinear(
  { linearApiKey, timeoutMs, now }: IssueTrackersOptions,
  { teamId, apiUrl = LINEAR_API_URL }: IssueTrackerSettings & { adapter: 'linear' },
  signal: AbortSignal,
): Promise<IssueTracker> {
  if (linearApiKey === undefined) throw permanent('has no key', 'Set LINEAR_API_KEY and restart the worker.');
  requireSafeAddress(apiUrl);
  const target = `issues.teamId (${teamId})`;
  const asked: AskedTracker = { apiUrl, apiKey: linearApiKey, target, signal, timeoutMs };
  const { createLinearIssueTracker } = await import('./linear-issue-tracker.ts');
  return createLinearIssueTracker({ asked, teamId, now });
}

/** A key is sent encrypted, or within this machine. @throws {IssueTrackerError} */
function requireSafeAddress(apiUrl: string): void {
  const { protocol, hostname } = new URL(apiUrl);
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return;
  throw permanent(`cannot be asked at ${hostname} without encryption`, 'Use https in issues.apiUrl.');
}

/** One lock for a folder, even if it is reached by several paths. */
async function lockPathOf(home: string, folder: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32);
  return join(home, 'briefings', `${name}.lock`);
}

/** One Markdown file for each key: it is reopened where the condition returns, so that its history stays together. */
function createFolderIssueTracker({ briefingFolder, folder, now }: FolderIssueTrackerOptions): IssueTracker {
  const read = (path: string) => readIssueFile(briefingFolder, path);
  const write = (file: Pick<IssueFile, 'path' | 'document' | 'text'>) =>
    replaceFile(join(briefingFolder, file.path), `${writeFrontMatter(file.document)}${file.text}`);
  const pathOfKey = createPaths(briefingFolder, folder, read);

  return {
    async listOpen(briefing) {
      const { files, unreadable } = await readFolder(briefingFolder, folder);
      return { issues: openIssuesOf(files, briefing), unreadable };
    },

    async open(issue) {
      const path = await pathOfKey(issue.key);
      const file = await read(path);
      const time = now().toISOString();
      const document = file?.document ?? new Document({});
      changeFields(document, newFields(issue, time));
      const text = withHistory(withBody(file?.text ?? '', issue.body), `${time}: ${file ? 'reopened' : 'opened'}`);
      await write({ path, document, text });
      return path;
    },

    async update(reference, issue) {
      const file = await existing(read, reference);
      const time = now().toISOString();
      const { type, severity } = issue;
      const count = file.fields.count + 1;
      changeFields(file.document, { type, severity, updated_at: time, count, digest: digestOf(issue) });
      await write({ ...file, text: withHistory(withBody(file.text, issue.body), `${time}: updated`) });
    },

    async close(reference, reason) {
      const file = await existing(read, reference);
      const time = now().toISOString();
      changeFields(file.document, { status: 'closed', updated_at: time, closed_at: time, closed_reason: reason });
      await write({ ...file, text: withHistory(file.text, `${time}: closed: ${reason}`) });
    },
  };
}

type Read = (path: string) => Promise<IssueFile | null | undefined>;

async function existing(read: Read, path: string): Promise<IssueFile> {
  const file = await read(path);
  if (!file) throw new IssueFileError(path, 1, 'the file of an open issue is gone or has no front matter');
  return file;
}

/** People may rename files. Names are read once, and a file again before each change. */
function createPaths(briefingFolder: string, folder: string, read: Read): (key: string) => Promise<string> {
  let known: Promise<Map<string, string>> | undefined;
  return async (key) => {
    known ??= readFolder(briefingFolder, folder).then(
      ({ files }) => new Map(files.map(({ path, fields }) => [fields.key, path])),
    );
    const paths = await known;
    const path = paths.get(key) ?? (await freePath(folder, key, read));
    paths.set(key, path);
    return path;
  };
}

/** Undefined if the file does not exist; null if it is not an issue. @throws {IssueFileError} */
async function readIssueFile(briefingFolder: string, path: string): Promise<IssueFile | null | undefined> {
  try {
    const content = await readFile(join(briefingFolder, path), 'utf8');
    return parseIssueFile(content.replaceAll('\r\n', '\n'), path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readFolder(briefingFolder: string, folder: string) {
  const names = (await listFiles(join(briefingFolder, folder))).filter((name) => name.endsWith('.md')).sort();
  const files: IssueFile[] = [];
  const unreadable: IssueFileError[] = [];
  for (const name of names) {
    try {
      const file = await readIssueFile(briefingFolder, pathOf(folder, name));
      if (file) files.push(file);
    } catch (error) {
      if (!(error instanceof IssueFileError)) throw error;
      unreadable.push(error);
    }
  }
  return { files, unreadable };
}

/** Named after the key, and after its hash as well where that name belongs to another key. @throws {IssueFileError} */
async function freePath(folder: string, key: string, read: Read): Promise<string> {
  const slug = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .slice(0, MAX_NAME_LENGTH);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  for (const name of [slug, `${slug}-${hash}`]) {
    const path = pathOf(folder, `${name || hash}.md`);
    const found = await read(path);
    if (found === undefined) return path;
    if (found === null) throw new IssueFileError(path, 1, `the front matter of an issue is missing (key: ${key})`);
  }
  throw new IssueFileError(pathOf(folder, `${slug}-${hash}.md`), 1, `another issue has the name of ${key}`);
}

function pathOf(folder: string, name: string): string {
  return `${folder.replace(/(?<!\/)\/+$/u, '')}/${name}`;
}

function openIssuesOf(files: readonly IssueFile[], briefing: string): TrackedIssue[] {
  return files
    .filter(({ fields }) => fields.status === 'open' && fields.key.startsWith(`${briefing}/`))
    .sort((a, b) => compare(a.fields.opened_at, b.fields.opened_at) || compare(a.path, b.path))
    .map(toTracked);
}

function toTracked({ path, fields }: IssueFile): TrackedIssue {
  const { key, title, type, severity, diagnostic, theme, digest, count } = fields;
  return { reference: path, key, title, type, severity, code: diagnostic, themeId: theme ?? null, digest, count };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By name; undefined removes the field. */
type FieldChanges = Readonly<Record<string, string | number | null | undefined>>;

/** Changes fields of the front matter; all others stay, and so do comments. */
function changeFields(document: Document, changes: FieldChanges): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) document.delete(name);
    else document.set(name, value);
  }
}

/** Fields of an issue that is opened, for the first time or again. */
function newFields(issue: WantedIssue, time: string): FieldChanges {
  return {
    key: issue.key,
    title: issue.title,
    type: issue.type,
    severity: issue.severity,
    diagnostic: issue.code,
    theme: issue.themeId,
    status: 'open',
    opened_at: time,
    updated_at: time,
    count: 1,
    digest: digestOf(issue),
    closed_at: undefined,
    closed_reason: undefined,
  };
}

/** The text of a file with its old body replaced by this one; what people wrote around it stays. */
function withBody(text: string, body: string): string {
  const written = `${BODY_START}\n\n${withoutMarkers(body).trim()}\n\n${BODY_END}`;
  // A function, because the body may contain what looks like a reference to a group.
  return BODY.test(text) ? text.replace(BODY, () => written) : `\n${written}\n${text}`;
}

/** The text of a file with one more line in its history. */
function withHistory(text: string, line: string): string {
  const end = text.search(BODY_END_LINE);
  const [above, below] = [text.slice(0, Math.max(end, 0)), text.slice(Math.max(end, 0))];
  const entry = `- ${line.replaceAll(/\s+/gu, ' ')}\n`;
  if (!HISTORY.test(below)) return `${text.trimEnd()}\n\n## History\n\n${entry}`;
  const longer = below.replace(HISTORY, (history) => {
    const lines = history.trimEnd();
    return `${lines}${lines.includes('\n') ? '\n' : '\n\n'}${entry}`;
  });
  return `${above}${longer}`;
}
