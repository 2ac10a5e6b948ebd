import type { RerankInput } from '../workflows/contracts/activities.ts';
import type { SearchHit } from '../workflows/contracts/evidence.ts';
import { HIT_THRESHOLD } from '../workflows/domain/context-tier.ts';
import { readPassageIfPresent } from './corpus/passage-presence.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { interestOfTask } from './reading/interests.ts';
import { isNearDuplicate } from './reading/near-duplicate.ts';
import { passageRelevance } from './reading/passage-relevance.ts';
import { isNamedBy } from './references/named-references.ts';

interface Candidate {
  readonly hit: SearchHit;
  readonly score: number;
  /** By the offline rule: decides between equal scores. */
  readonly relevance: number;
  readonly text: string;
}

/**
 * Orders hits by score and keeps the `topK` best that are worth reading.
 *
 * Passages that the question names are exempt from the threshold; near-duplicates of a better passage are left out, and
 * so are passages whose document changed since they were found.
 */
export function createRerank({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return async (input: RerankInput): Promise<{ readonly hits: readonly SearchHit[] }> => {
    const { anchor, task, corpusId, topK } = input;
    const scores = new Map(input.scores.map(({ id, score }) => [id, score]));
    const interest = await interestOfTask(corpus, corpusId, anchor, task.text);

    const worthReading = input.hits.flatMap((hit, index) => {
      const isNamed = anchor.namedReferences.some((reference) =>
        isNamedBy(reference, { ...hit, headingPath: hit.passage.headingPath }),
      );
      const score = isNamed ? 1 : (scores.get(hit.passage.passageId) ?? null);
      return score === null || score < HIT_THRESHOLD ? [] : [{ hit, score, rank: index + 1 }];
    });
    const candidates = await Promise.all(
      worthReading.map(async ({ hit, score, rank }): Promise<Candidate[]> => {
        const stored = await readPassageIfPresent(corpus, corpusId, hit.passage.passageId);
        if (stored === null) return [];
        const { passage, source, text } = stored;
        const { title, language } = source;
        const ranked = { title, headingPath: passage.headingPath, text, language, rank };
        return [{ hit, score, relevance: passageRelevance(interest, ranked).relevance, text }];
      }),
    );
    const ordered = candidates.flat().sort((a, b) => b.score - a.score || b.relevance - a.relevance);
    return { hits: takeDistinct(ordered, topK, anchor.language).map(({ hit }) => hit) };
  };
}

function takeDistinct(ordered: readonly Candidate[], topK: number, language: string): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of ordered) {
    if (kept.length === topK) break;
    if (!kept.some(({ text }) => isNearDuplicate(text, candidate.text, language))) kept.push(candidate);
  }
  return kept;
}
