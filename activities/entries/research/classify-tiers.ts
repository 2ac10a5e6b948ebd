import type { ClassifiedTiers, ClassifyTiersInput, GradedFinding } from '@plumbline/contracts/activities';
import type { ApprovedTask } from '@plumbline/contracts/evidence/research-plan';
import { isForeign } from '@plumbline/language/detection';
import { keyEntitiesIn, mentionsEntity } from '@plumbline/language/questions';
import { isNamedBy, namedReferencesIn } from '@plumbline/quotes/references';
import { type EvidenceStores, storeEvidence } from '@plumbline/storage/evidence';
import { gradeFinding, withGrades } from '../../../workflows/domain/context-tier.ts';

/** Gives every finding its context tier and weight, and stores them where later steps refer to them. */
export function createClassifyTiers(stores: EvidenceStores) {
  return async (input: ClassifyTiersInput): Promise<ClassifiedTiers> => {
    const { findings, storeFor } = input;
    const grades = gradeFindings(input);
    return { findings: grades, stored: await storeEvidence(stores, storeFor, withGrades(findings, grades)) };
  };
}

export function gradeFindings({
  anchor,
  findings,
  approvedTasks,
}: Omit<ClassifyTiersInput, 'storeFor' | 'evidence'>): GradedFinding[] {
  const { language, originalQuestion, refinements, keyEntities, namedReferences } = anchor;
  const clarified = keyEntitiesIn(refinements.join('\n'), language).filter(
    (entity) => !mentionsEntity(originalQuestion, entity, language),
  );
  const askedBy = namedByTasks(approvedTasks, language);
  const judged = new Set(findings.filter(({ relevance }) => relevance !== null).map(({ taskId }) => taskId));
  return findings.map((finding) => {
    const own = askedBy.get(finding.taskId);
    const references = [...namedReferences, ...(own?.references ?? [])];
    const text = [...finding.headingPath, finding.extractedInfo, ...finding.quotes.map((quote) => quote.text)].join(
      '\n',
    );
    const mentionsAny = (entities: readonly string[]) =>
      entities.some((entity) => mentionsEntity(text, entity, language));
    const grade = gradeFinding({
      relevance: finding.relevance,
      depth: finding.depth,
      origin: finding.origin,
      isNamedByQuestion: references.some((reference) => isNamedBy(reference, finding)),
      standsIn: finding.relevance === null && !judged.has(finding.taskId),
      mentionsKeyEntity: mentionsAny([...keyEntities, ...(own?.entities ?? [])]),
      mentionsClarifiedEntity: mentionsAny(clarified),
    });
    // Another language has other words for them: a search for each would find no more.
    const isOther = isForeign(finding.quotes.map((quote) => quote.text).join('\n'), language);
    const mentionedEntities = keyEntities.filter((entity) => isOther || mentionsEntity(text, entity, language));
    return { findingId: finding.findingId, ...grade, mentionedEntities };
  });
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
