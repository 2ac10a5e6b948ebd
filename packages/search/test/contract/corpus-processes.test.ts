import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { removeIndex } from '@plumbline/search/removal';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { tryLock } from '@plumbline/storage/locks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { shareParser } from '../../../../test/support/builders/shared-parser.ts';
import { indexIdOf } from '../../index/folder-corpus-index.ts';
import { IndexMissingError, lockPathOf, openForUpdate } from '../../index/index-folder.ts';

const SCRIPT = fileURLToPath(new URL('../../../../test/support/processes/index-corpus-process.ts', import.meta.url));
const FILES = 1_050;
const hasProc = existsSync('/proc/self/fd');
const NO_WORDS = { context: [], identifiers: [], text: [], nearestHeading: [], heading: [] };

describe('corpus index across processes', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let home: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    folder = await temporaryFolder();
    home = await temporaryFolder();
    const names = Array.from({ length: FILES }, (_, index) => String(index).padStart(3, '0'));
    const files = names.map((name) => [
      `${name}.md`,
      `# Log ${name}\n\nThe keeper wrote lantern number ${name} down.\n`,
    ]);
    await writeFiles(folder.path, Object.fromEntries(files));
  });
  afterEach(async () => {
    vi.useRealTimers();
    await folder.dispose();
    await home.dispose();
  });

  const start = (): ChildProcessByStdio<null, Readable, null> =>
    spawn(process.execPath, [SCRIPT, home.path, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const linesOf = async (child: ChildProcessByStdio<null, Readable, null>, onLine = (): void => undefined) => {
    const lines: Record<string, unknown>[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(JSON.parse(line));
      onLine();
    }
    return lines;
  };
  const index = () =>
    createFolderCorpusIndex({
      home: home.path,
      blobs: createFileBlobStore(home.path),
      now: () => new Date(),
      createParser: shareParser,
    });
  const request = () => ({
    directory: folder.path,
    maxFileBytes: 1_000_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const update = () => index().update(request());

  it('lets one of two processes do the work while the other waits and finds nothing to do', async () => {
    // Until both want to begin, however late one of them starts.
    const lock = tryLock(lockPathOf(home.path, await indexIdOf(request())));
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const working = Promise.all(begun.map(({ resolve }) => linesOf(start(), resolve)));
    await Promise.all(begun.map(({ promise }) => promise));
    lock?.release();
    const outputs = await working;
    const reports = outputs.map((lines) => lines.at(-1));

    expect(new Set(reports.map((report) => report?.['added']))).toEqual(new Set([0, FILES]));
    expect(reports.map((report) => report?.['passages'])).toEqual([FILES, FILES]);
    expect(outputs.map(([first]) => first?.['step'])).toEqual(['waiting', 'waiting']);
  });

  it('repairs the index after the indexing process was killed, without reading finished files again', async () => {
    const child = start();
    for await (const line of createInterface({ input: child.stdout })) {
      if (JSON.parse(line).done >= FILES - 20) break;
    }
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;

    const report = await update();

    expect(report).toMatchObject({ files: FILES, passages: FILES });
    expect(report.added).toBeLessThan(FILES);
    const { hits } = await index().search({
      corpusId: report.corpusId,
      query: 'keeper',
      language: 'en',
      topK: FILES + 100,
    });
    expect(new Set(hits.map((hit) => hit.locator)).size).toBe(FILES);
    expect(hits).toHaveLength(FILES);
  });

  it('removes rows that were written without their manifest entry', async () => {
    const { corpusId } = await update();
    const [source] = await index().sourcesOf(corpusId);
    const opened = await openForUpdate(home.path, corpusId);
    const rows = await opened.tables.passagesOf(source?.sourceId ?? '');
    opened.manifest.begin([source?.sourceId ?? '']);
    const writer = opened.tables.writer();
    writer.add(
      'en',
      rows.map((row) => ({ row: { ...row, passageId: `${row.passageId}-twice` }, words: NO_WORDS })),
    );
    await writer.write();
    opened.close();

    expect(await update()).toMatchObject({ added: 1, passages: FILES });
    expect(await index().passagesOf(corpusId, source?.locator ?? '')).toHaveLength(rows.length);
  });

  it('reads what another process wrote, also in place of what it has open, and closes it after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { corpusId } = await update();
    const reader = index();
    const find = async (query: string) =>
      (await reader.search({ corpusId, query, language: 'en', topK: 3 })).hits.map(({ locator }) => locator);
    const missing = await find('quokka');

    await writeFiles(folder.path, { 'quokka.md': '# Quokka\n\nA quokka sat on the lantern.\n' });
    await linesOf(start());
    const added = await find('quokka');
    await removeIndex(home.path, corpusId);
    await expect(find('quokka')).rejects.toThrow(IndexMissingError);
    await writeFiles(folder.path, { 'quokka.md': '# Wombat\n\nA wombat sat on the lantern.\n' });
    await linesOf(start());
    const renewed = [await find('quokka'), await find('wombat')];
    const open = openFilesIn(home.path);
    vi.advanceTimersByTime(60_000);

    expect([missing, added, renewed]).toEqual([[], ['quokka.md'], [[], ['quokka.md']]]);
    expect(open.filter((path) => path.endsWith('/passages.sqlite'))).toHaveLength(hasProc ? 1 : 0);
    expect(openFilesIn(home.path)).toEqual([]);
  });
});

/** Empty where the system does not list them. */
function openFilesIn(home: string): string[] {
  if (!hasProc) return [];
  const links = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // Of the listing itself.
      return '';
    }
  });
  return links.filter((path) => path.startsWith(home));
}
