import type { JudgedFindings, JudgeFindingsInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingItem, ItemRelation } from '@plumbline/contracts/briefings/briefing-items';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { createStoredTexts, type StoredTexts } from '@plumbline/quotes/stored-quotes';
import { isStanding } from '../../../workflows/domain/briefing/claim-conflicts.ts';
import { type Candidate, readFinding, type ReadFinding } from '../../briefings/judging/finding-judgement.ts';
import {
  type KnownStatement,
  repetitionsOf,
  sortOutCopies,
  statementOf,
  statementOfClaim,
} from '../../briefings/judging/item-relations.ts';
import { judgeNews, type NewsVerdict } from '../../briefings/judging/news-verdicts.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const DUPLICATE = 'duplicate';
const REJECTIONS = {
  opinion: 'opinion',
  forecast: 'forecast',
  nothing: 'no statement that can be checked',
  elsewhere: 'does not concern the theme',
} as const;

type Verdicts = ReadonlyMap<Candidate, NewsVerdict>;

/**
 * Turns findings into items, and says how they relate to each other and to what was known. A model tells facts from all
 * else; without one, every trusted quotation is an item, and only what is repeated word for word is known.
 */
export function createJudgeFindings({ blobs, reasoner }: Pick<ActivityDependencies, 'blobs' | 'reasoner'>) {
  return async (input: JudgeFindingsInput, signal: AbortSignal): Promise<Reasoned<JudgedFindings>> => {
    const { engine, metering } = input;
    const findings = await readAll(input, createStoredTexts(blobs));
    const claims = input.earlierClaims.filter(isStanding).map(statementOfClaim);
    const known = [...claims, ...input.earlierItems.map(statementOf)];
    const candidates = findings.flatMap((finding) => finding.candidates ?? []);
    const call = { engine, metering, signal };
    const { value: verdicts, cost } = await judgeNews(candidates, { ...input, known, reasoner, call });
    const chosen = findings.map((finding) => choose(finding, verdicts));
    const items = chosen.flatMap(({ candidate }) => (candidate === null ? [] : toItem(candidate, verdicts)));
    const kept = sortOutCopies(items, input.earlierItems);
    const used = chosen.flatMap(({ candidate }) => (candidate === null || !kept.has(candidate.id) ? [] : candidate));
    const ordered = used.flatMap(({ id }) => kept.get(id) ?? []);
    return {
      value: {
        items: ordered,
        relations: [...repetitionsOf(ordered, known), ...relationsOf(used, known, verdicts)],
        rejected: chosen.flatMap(({ source, candidate, reason }) => {
          const why = candidate === null || kept.has(candidate.id) ? reason : DUPLICATE;
          return why === null ? [] : [{ findingId: source.finding.findingId, reason: why }];
        }),
      },
      cost,
    };
  };
}

/** The first statement of a finding that is a fact, or was not judged; otherwise the reason against the first. */
function choose(finding: ReadFinding, verdicts: Verdicts) {
  const { source, candidates } = finding;
  if (candidates === null) return { source, candidate: null, reason: finding.reason };
  const kindOf = (one: Candidate) => verdicts.get(one)?.kind ?? 'fact';
  const candidate = candidates.find((one) => kindOf(one) === 'fact') ?? null;
  const kind = kindOf(candidate ?? candidates[0]);
  return { source, candidate, reason: kind === 'fact' ? null : REJECTIONS[kind] };
}

function toItem(candidate: Candidate, verdicts: Verdicts): BriefingItem {
  return { ...candidate.item, isRetraction: verdicts.get(candidate)?.takesBack ?? false };
}

/** What a model says of items that were kept, among them and to what is known. */
function relationsOf(used: readonly Candidate[], known: readonly KnownStatement[], verdicts: Verdicts): ItemRelation[] {
  const compared = new Set<KnownStatement>([...known, ...used]);
  return used.flatMap((own) =>
    (verdicts.get(own)?.relations ?? [])
      .filter(({ other }) => other !== own && compared.has(other))
      .map(({ other, relation, difference }) => ({ itemId: own.id, otherId: other.id, relation, difference })),
  );
}

/** In the order of the queries and of the pages' addresses, whenever they were read. */
function readAll({ queries, findings, themes }: JudgeFindingsInput, texts: StoredTexts): Promise<ReadFinding[]> {
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
      return readFinding(source, query, theme, texts);
    }),
  );
}
