import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../client/errors/failures.ts';
import type { ClaimRow } from '../claim-row.ts';
import { articleClaims } from './article-claims.ts';
import { judgedClaims } from './judged-claims.ts';

/** Rows from every folder with judged claims (`evidence*.jsonl`) or documents and questions (`corpus/`). */
export async function makeDevelopmentRows(folder: string): Promise<ClaimRow[]> {
  const names = await namesIn(folder);
  const corpora = (
    await Promise.all(names.map(async (name) => ({ name, files: await documentsIn(join(folder, name, 'corpus')) })))
  ).filter(({ files }) => files.length > 0);
  const rows: ClaimRow[] = [];
  for (const name of names) {
    const evidence = (await namesIn(join(folder, name)).catch(() => [])).find((file) =>
      /^evidence.*\.jsonl$/.test(file),
    );
    if (evidence !== undefined) rows.push(...(await judgedClaims(join(folder, name), evidence)));
  }
  // Two folders may ask about the same documents.
  const used = new Set<string>();
  for (const { name, files } of corpora) {
    const siblings = corpora.map((corpus) => corpus.name).filter((sibling) => sibling !== name);
    rows.push(...(await articleClaims(join(folder, name), files, { siblings, used })));
  }
  if (rows.length === 0) throw new UsageError(`${folder} holds neither evidence*.jsonl nor corpus/ in its folders`);
  return rows;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`there is no folder ${folder}`);
  });
  return names.sort();
}

async function documentsIn(folder: string): Promise<string[]> {
  return (await namesIn(folder).catch(() => [])).filter((name) => name.endsWith('.md'));
}
