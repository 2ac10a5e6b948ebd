import { basename, join } from 'node:path';
import { z } from 'zod';
import { readJsonLines } from '../../json-lines.ts';
import { readBeirFolder } from '../../search-quality/beir-folder.ts';
import type { ClaimRow } from '../claim-row.ts';
import { createSimilarPages, type MadePage } from './similar-pages.ts';

const evidenceSchema = z.object({
  claim: z.string(),
  docId: z.string(),
  sentences: z.array(z.string()),
  label: z.enum(['SUPPORT', 'CONTRADICT']),
});

/** Rank of a page that is about a related subject only. */
const DISTANT = 20;

/** Claims that people wrote and judged: those that their document supports, contradicts, or another one is cited for. */
export async function judgedClaims(folder: string, evidenceFile: string): Promise<ClaimRow[]> {
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
