import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskedQuestion } from './question-figures.ts';

/** Keeps a report as `<id>.md` and `<id>.json`. */
export async function keepReport(folder: string, id: string, report: AskedQuestion['report']): Promise<void> {
  if (report === null) return;
  const path = join(folder, id.replaceAll(/[^\w.-]/g, '_'));
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.md`, report.markdown);
  await writeFile(`${path}.json`, `${JSON.stringify(report.record, null, 2)}\n`);
}
