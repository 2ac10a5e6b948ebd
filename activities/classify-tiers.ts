import type { ClassifyTiersInput } from '../workflows/contracts/activities.ts';
import type { Finding } from '../workflows/contracts/evidence.ts';
import type { ApprovedTask } from '../workflows/contracts/research-plan.ts';
import { gradeFinding } from '../workflows/domain/context-tier.ts';
import { keyEntitiesIn, mentionsEntity } from './extractive/question/key-entities.ts';
import { isNamedBy, namedReferencesIn } from './references/named-references.ts';

/** Gives every finding its context tier and weight. */
export function createClassifyTiers() {
  return async ({
    anchor,
    findings,
    entityBonus,
    approvedTasks,
  }: ClassifyTiersInput): Promise<{ readonly findings: readonly Finding[] }> => {
    const { language, originalQuestion, refinements, keyEntities, namedReferences } = anchor;
    const clarified = keyEntitiesIn(refinements.join('\n'), language).filter(
      (entity) => !mentionsEntity(originalQuestion, entity, language),
    );
    const askedBy = namedByTasks(approvedTasks, language);
    return {
      findings: findings.map((finding) => {
        const own = askedBy.get(finding.taskId);
        const references = [...namedReferences, ...(own?.references ?? [])];
        const text = [...finding.headingPath, finding.extractedInfo, ...finding.quotes.map((quote) => quote.text)].join(
          '\n',
        );
        const mentionsAny = (entities: readonly string[]) =>
          entityBonus && entities.some((entity) => mentionsEntity(text, entity, language));
        const grade = gradeFinding({
          relevance: finding.relevance,
          depth: finding.depth,
          origin: finding.origin,
          isNamedByQuestion: references.some((reference) => isNamedBy(reference, finding)),
          mentionsKeyEntity: mentionsAny([...keyEntities, ...(own?.entities ?? [])]),
          mentionsClarifiedEntity: mentionsAny(clarified),
        });
        const mentionedEntities = keyEntities.filter((entity) => mentionsEntity(text, entity, language));
        return { ...finding, ...grade, mentionedEntities };
      }),
    };
  };
}

/** References named by approved tasks, by task id: for a task's findings they count as named by the question. */
function namedByTasks(approvedTasks: readonly ApprovedTask[], language: string) {
  return new Map(
    approvedTasks.map(({ taskId, text }) => [
      taskId,
      { entities: keyEntitiesIn(text, language), references: namedReferencesIn(text) },
    ]),
  );
}
