import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReportRun, type RunFigures, runFiguresSchema } from './report-runs.ts';

/** A report as it lies in a folder. */
export interface KeptReport {
  readonly markdown: string;
  /** Content of `report.json`; null: there is none. */
  readonly record: string | null;
  readonly run: RunFigures | null;
}

/** Keeps `<id>/report.md`, `<id>/report.json` and `<id>/run.json`, where kills of calls before count, too. */
export async function keepReport(folder: string, id: string, { run, published }: ReportRun): Promise<void> {
  const place = join(folder, id);
  const before = (await readKeptReport(folder, id))?.run ?? null;
  await mkdir(place, { recursive: true });
  const all = { ...run, kills: run.kills + (before?.kills ?? 0) };
  await writeFile(join(place, 'run.json'), `${JSON.stringify(all, null, 2)}\n`);
  if (published === null) return;
  await copyFile(published.report, join(place, 'report.md'));
  await copyFile(published.record, join(place, 'report.json'));
}

/** Reads `<id>/report.md` with the files beside it, or `<id>.md`. @returns null: there is neither a report nor a run */
export async function readKeptReport(folder: string, id: string): Promise<KeptReport | null> {
  const run = await readText(join(folder, id, 'run.json'));
  const inFolder = await readText(join(folder, id, 'report.md'));
  const markdown = inFolder ?? (await readText(join(folder, `${id}.md`)));
  if (markdown === null && run === null) return null;
  const record = await readText(inFolder === null ? join(folder, `${id}.json`) : join(folder, id, 'report.json'));
  return {
    markdown: markdown ?? '',
    record,
    run: run === null ? null : runFiguresSchema.parse(JSON.parse(run)),
  };
}

/** Null: there is no such file. */
export function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
