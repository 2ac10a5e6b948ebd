import type { InformationNeed } from '../passages/passage-reading.ts';
import { mentionsEntity } from '../question/key-entities.ts';
import { bestOfAll, coverage, matchTerms } from '../question/term-coverage.ts';

/** What a task's evidence is compared with. */
export interface TaskRelevanceMeasure {
  readonly task: InformationNeed;
  readonly question: InformationNeed;
  readonly keyEntities: readonly string[];
  /** ISO 639-1 code of the question. */
  readonly language: string;
}

/**
 * How much a task serves the question, 0..1 in hundredths: the mean of three shares in its evidence, of the task's
 * weighted terms, of the question's, and of the key entities (if there are any); null without evidence.
 *
 * @param evidence quotes with the headings above them
 */
export function taskRelevance(
  evidence: readonly string[],
  { task, question, keyEntities, language }: TaskRelevanceMeasure,
): number | null {
  if (evidence.length === 0) return null;
  const mentioned = keyEntities.filter((entity) => evidence.some((text) => mentionsEntity(text, entity, language)));
  const shares = [
    ...[task, question].map(({ terms }) => {
      const matches = evidence.map((text) => matchTerms(terms, text, language));
      return coverage(terms, bestOfAll(terms, matches));
    }),
    ...(keyEntities.length === 0 ? [] : [mentioned.length / keyEntities.length]),
  ];
  return Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length) / 100;
}
