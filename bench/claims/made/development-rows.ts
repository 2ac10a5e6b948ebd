import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../client/errors/failures.ts';
import { readJsonLines } from '../../json-lines.ts';
import { readBeirFolder } from '../../search-quality/beir-folder.ts';
import type { ClaimRow } from '../claim-row.ts';
import { articleClaims } from './article-claims.ts';
import { createSimilarPages, type MadePage } from './similar-pages.ts';

const evidenceSchema = z.object({
  claim: z.string(),
  docId: z.string(),
  sentences: z.array(z.string()),
  label: z.enum(['SUPPORT', 'CONTRADICT']),
});

/** Rank of a page that is about a related subject only. */
const DISTANT = 20;

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

/** Claims that people wrote and judged: those that their document supports, contradicts, or another one is cited for. */
async function judgedClaims(folder: string, evidenceFile: string): Promise<ClaimRow[]> {
  const judged = (await readJsonLines(join(folder, evidenceFile), evidenceSchema, 'claim')).map(({ value }) => value);
  const { documents, queries } = await readBeirFolder(folder, { queries: null, qrels: null });
  const relevant = new Map(queries.map((query) => [query.text, query.relevant] as const));
  const pages = documents.map(({ id, title, text }) => ({
    document: id,
    text: title === '' ? text : `${title}\n\n${text}`,
  }));
  const pageOf = new Map(pages.map((page) => [page.document, page.text] as const));
  const findSimilar = createSimilarPages(pages, 'en');
  const set = basename(folder);
  return judged.flatMap(({ claim, docId, sentences, label }): ClaimRow[] => {
    const own = { claim, pageText: pageOf.get(docId) ?? sentences.join(' '), set, document: docId };
    if (label === 'CONTRADICT') return [{ ...own, verdict: 'unsupported', change: 'contradicted' }];
    const isOther = ({ document }: MadePage) => document !== docId && relevant.get(claim)?.has(document) !== true;
    const others = findSimilar(claim, isOther);
    const swapped = [
      { change: 'source', page: others[0] },
      { change: 'distant source', page: others[DISTANT] },
    ].flatMap(({ change, page }): ClaimRow[] =>
      page === undefined ? [] : [{ ...own, pageText: page.text, verdict: 'unsupported', change }],
    );
    return [{ ...own, verdict: 'supported', form: 'written by people' }, ...swapped];
  });
}
