import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ParseRequest } from '@plumbline/documents/parser';
import { afterEach, describe, expect, it } from 'vitest';
import { docxParts, pdfBomb, wordParagraph, zipOf } from '../../../../test/support/builders/document-fixtures.ts';
import { HELD_MS, holdLimits } from '../../../../test/support/held-limits.ts';
import {
  createDocumentParser,
  type DocumentParser,
  type DocumentParserOptions,
} from '../../parsing/document-parser.ts';

const FINE = '# Lamp\n\nThe keeper lights the lamp.';
/** The search for links in a heading starts anew at every bracket. */
const HOSTILE = `# ${'['.repeat(6_000_000)}`;
const MEGABYTE = 1_024 ** 2;

const requestOf = (format: ParseRequest['format'], content: string | Uint8Array): ParseRequest => ({
  content: { bytes: Buffer.from(content) },
  locator: `a.${format}`,
  format,
  charset: null,
  knownHash: null,
});

describe('document parser', () => {
  let parser: DocumentParser | undefined;
  const parse = (
    request: ParseRequest,
    options: Partial<DocumentParserOptions> = {},
    signal = new AbortController().signal,
  ) => {
    parser ??= createDocumentParser({ timeLimitMs: HELD_MS, ...options });
    return parser.parse(request, signal);
  };

  afterEach(async () => {
    await parser?.close();
    parser = undefined;
  });

  it('reads files and bytes, each in its own format', async () => {
    const path = fileURLToPath(import.meta.url);

    expect(await parse(requestOf('markdown', FINE))).toMatchObject({ kind: 'parsed', document: { title: 'Lamp' } });
    expect(await parse({ ...requestOf('text', ''), content: { path } })).toMatchObject({ kind: 'parsed' });
    expect(await parse(requestOf('docx', zipOf(docxParts(wordParagraph('Whale oil.')))))).toMatchObject({
      document: { text: 'Whale oil.' },
    });
  });

  it.skipIf(process.platform !== 'linux')('uses one process for many files', async () => {
    await parse(requestOf('markdown', FINE));
    const before = await parsingProcesses(process.pid);
    await parse(requestOf('text', FINE));

    // Other test files in this process may have parsers of their own.
    expect(before).not.toEqual([]);
    expect(await parsingProcesses(process.pid)).toEqual(before);
  });

  it('does not parse known content again', async () => {
    const first = await parse(requestOf('markdown', FINE));
    const knownHash = first.kind === 'parsed' ? first.contentHash : '';

    expect(await parse({ ...requestOf('markdown', FINE), knownHash })).toEqual({
      kind: 'unchanged',
      contentHash: knownHash,
      byteLength: FINE.length,
    });
  });

  it('gives up a file that makes it hang, and reads the next', async () => {
    const limits = holdLimits();
    await parse(requestOf('markdown', FINE));
    const hanging = parse(requestOf('markdown', HOSTILE));
    await expect.poll(limits.begun).toBe(2);
    limits.runOut();

    expect(await hanging).toEqual({ kind: 'unreadable', reason: 'takes longer than 600 s to read' });
    expect(await parse(requestOf('markdown', FINE))).toMatchObject({ kind: 'parsed' });
  });

  it('gives up a PDF whose drawing unpacks without end, and reads the next', async () => {
    // Above what the process needs by itself, and below the half of what the drawing unpacks to.
    const memoryLimitBytes = 400 * MEGABYTE;

    expect(await parse(requestOf('pdf', pdfBomb(900 * MEGABYTE)), { memoryLimitBytes })).toEqual({
      kind: 'unreadable',
      reason: 'needs more than the 400 MB of memory that reading a file may take',
    });
    expect(await parse(requestOf('markdown', FINE))).toMatchObject({ kind: 'parsed' });
  });

  it('gives up a DOCX that hides how much it unpacks to, and reads the next', async () => {
    const bomb = requestOf('docx', zipOf(hiddenBomb(), 1_000));

    // Either what it unpacks to is noticed first, or the memory that it takes until then.
    expect(await parse(bomb, { memoryLimitBytes: 400 * MEGABYTE })).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringMatching(
        /^(?:damaged DOCX: .*(?:too many|not enough) bytes in the stream|needs more than the 400 MB)/,
      ),
    });
    expect(await parse(requestOf('markdown', FINE))).toMatchObject({ kind: 'parsed' });
  });

  it('reads one file while another one hangs', async () => {
    const limits = holdLimits();
    const hanging = parse(requestOf('markdown', HOSTILE), { concurrency: 2 });

    expect(await parse(requestOf('markdown', FINE))).toMatchObject({ kind: 'parsed' });
    limits.runOut();
    expect(await hanging).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining('takes longer') });
  });

  it('blames the one of several files in a process that makes it end, and reads the others', async () => {
    const options = { memoryLimitBytes: 400 * MEGABYTE, concurrency: 2, filesAhead: 4 };
    const bomb = parse(requestOf('pdf', pdfBomb(900 * MEGABYTE)), options);
    const [outcome, ...others] = await Promise.all([bomb, ...[1, 2, 3].map(() => parse(requestOf('markdown', FINE)))]);

    expect(outcome).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('needs more than the 400 MB'),
    });
    expect(others.map(({ kind }) => kind)).toEqual(['parsed', 'parsed', 'parsed']);
  });

  it('reads a file alone, with all the memory, when it needs more than a share', async () => {
    const large = requestOf('markdown', `# Lamp\n\n${'The keeper lights the lamp.\n\n'.repeat(30_000)}`);
    const share = createDocumentParser({ timeLimitMs: HELD_MS, memoryLimitBytes: 80 * MEGABYTE });
    const limited = await share.parse(large, new AbortController().signal);
    await share.close();
    const options = { memoryLimitBytes: 800 * MEGABYTE, concurrency: 10 };
    const outcomes = await Promise.all([1, 2].map(() => parse(large, options)));

    expect(limited.kind).toBe('unreadable');
    expect(outcomes.map(({ kind }) => kind)).toEqual(['parsed', 'parsed']);
  });

  it('stops when aborted, also while a file is queued', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const hanging = parse(requestOf('markdown', HOSTILE), {}, first.signal);
    const waiting = parse(requestOf('markdown', FINE), {}, second.signal);
    second.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
    first.abort(new Error('stopped by the user'));

    await expect(hanging).rejects.toThrow('stopped by the user');
    expect(await parse(requestOf('markdown', FINE))).toMatchObject({ kind: 'parsed' });
  });

  it('does not blame a file when it is closed meanwhile', async () => {
    const parsing = parse(requestOf('markdown', HOSTILE));
    // Its turn has come by then.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([expect(parsing).rejects.toThrow('the parser was closed'), parser?.close()]);
  });

  it.skipIf(process.platform !== 'linux')('does not blame a file when something else ends the process', async () => {
    const before = await parsingProcesses(process.pid);
    const parsing = parse(requestOf('markdown', HOSTILE));
    const [child] = await startedSince(before, 1);
    process.kill(child ?? 0, 'SIGTERM');

    await expect(parsing).rejects.toThrow('something else ended the parsing process (SIGTERM)');
    expect(await parse(requestOf('markdown', FINE))).toMatchObject({ kind: 'parsed' });
  });

  // Which of them ends first is chance.
  it.skipIf(process.platform !== 'linux').each([1, 2, 3])(
    'reads the files of all processes that die at the same moment, time %i',
    async () => {
      const slow = requestOf('markdown', `${FINE} ${'['.repeat(60_000)}`);
      const before = await parsingProcesses(process.pid);
      const parsing = Promise.all([1, 2, 3, 4].map(() => parse(slow, { concurrency: 4 })));
      for (const pid of await startedSince(before, 4)) process.kill(pid, 'SIGKILL');

      expect((await parsing).map(({ kind }) => kind)).toEqual(['parsed', 'parsed', 'parsed', 'parsed']);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'leaves no process behind when its own is killed while a file hangs',
    async () => {
      const script = fileURLToPath(
        new URL('../../../../test/support/processes/hanging-parse-process.ts', import.meta.url),
      );
      const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      for await (const line of createInterface({ input: owner.stdout })) if (line === 'hanging') break;
      const children = await parsingProcesses(owner.pid ?? 0);
      const exited = once(owner, 'exit');
      owner.kill('SIGKILL');
      await exited;

      expect(children).toHaveLength(1);
      await until(async () => ((await isRunning(children[0] ?? 0)) ? undefined : true));
    },
  );
});

function hiddenBomb(): Record<string, string | Uint8Array> {
  return { ...docxParts(''), 'word/document.xml': Buffer.alloc(600 * MEGABYTE, 'a') };
}

async function parsingProcesses(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const owned = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all([read(`/proc/${pid}/stat`), read(`/proc/${pid}/cmdline`)]);
      const isOwn = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      return isOwn && command.includes('parse-process.ts') ? [pid] : [];
    }),
  );
  return owned.flat();
}

/** Waits until this process has started so many more. */
function startedSince(before: readonly number[], count: number): Promise<number[]> {
  return until(async () => {
    const started = (await parsingProcesses(process.pid)).filter((pid) => !before.includes(pid));
    return started.length < count ? undefined : started;
  });
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await read(`/proc/${pid}/stat`);
  return stat !== '' && !/\) [ZX] /.test(stat);
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
