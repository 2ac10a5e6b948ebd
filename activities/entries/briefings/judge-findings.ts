import type { JudgedFindings, JudgeFindingsInput } from '../../../workflows/contracts/briefings/briefing-activities.ts';
import type { BriefingItem } from '../../../workflows/contracts/briefings/briefing-items.ts';
import { type Judgement, judgeFinding } from '../../briefings/judging/finding-judgement.ts';
import { type ReadItem, relationsOf, sortOutCopies } from '../../briefings/judging/item-relations.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { readInOwnLanguage } from '../../verification/statements/statement-reading.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const DUPLICATE = 'duplicate';

/** Turns findings into items by rule, and says how they relate to each other and to what was known. */
export function createJudgeFindings({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return async (input: JudgeFindingsInput): Promise<JudgedFindings> => {
    const judgements = await judgeAll(input, createStoredTexts(blobs));
    const read = (text: string) => readInOwnLanguage(text, input.language);
    const toRead = (item: BriefingItem): ReadItem => ({ item, read: read(item.text) });
    const items = judgements.flatMap(({ item }) => (item === null ? [] : [toRead(item)]));
    const earlierItems = input.earlierItems.map(toRead);
    const { kept, duplicates } = sortOutCopies(items, earlierItems);
    const placeOf = new Map(items.map(({ item }, index) => [item.itemId, index]));
    const ordered = kept.toSorted((a, b) => (placeOf.get(a.item.itemId) ?? 0) - (placeOf.get(b.item.itemId) ?? 0));
    const repeated = new Set(duplicates.map(({ itemId }) => itemId));
    return {
      items: ordered.map(({ item }) => item),
      relations: relationsOf(ordered, { items: earlierItems, claims: input.earlierClaims }, read),
      rejected: judgements.flatMap(({ source, item, reason }) => {
        const why = item === null ? reason : repeated.has(item.itemId) ? DUPLICATE : null;
        return why === null ? [] : [{ findingId: source.finding.findingId, reason: why }];
      }),
    };
  };
}

/** In the order of the queries and of the pages' addresses, whenever they were read. */
function judgeAll(
  { queries, findings, themes }: JudgeFindingsInput,
  texts: ReturnType<typeof createStoredTexts>,
): Promise<Judgement[]> {
  const queryOf = new Map(queries.map((query, index) => [query.queryId, { query, index }]));
  const placeOf = ({ queryId }: { readonly queryId: string }): number => queryOf.get(queryId)?.index ?? queries.length;
  const startOf = ({ quotes }: { readonly quotes: readonly { readonly start: number }[] }): number =>
    quotes[0]?.start ?? 0;
  const ordered = findings.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      a.finding.locator.localeCompare(b.finding.locator) ||
      startOf(a.finding) - startOf(b.finding) ||
      a.finding.findingId.localeCompare(b.finding.findingId),
  );
  return Promise.all(
    ordered.map((source) => {
      const query = queryOf.get(source.queryId)?.query;
      const theme = themes.find(({ id }) => id === query?.themeId);
      return judgeFinding(source, query, theme, texts);
    }),
  );
}
