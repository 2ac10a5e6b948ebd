import type { ClassifyTiersInput } from '../workflows/contracts/activities.ts';
import type { Finding } from '../workflows/contracts/evidence.ts';
import { gradeFinding } from '../workflows/domain/context-tier.ts';
import { keyEntitiesIn, mentionsEntity } from './reading/key-entities.ts';
import { isNamedBy } from './references/named-references.ts';

/** Gives every finding its context tier and weight. */
export function createClassifyTiers() {
  return async ({
    anchor,
    findings,
    entityBonus,
  }: ClassifyTiersInput): Promise<{ readonly findings: readonly Finding[] }> => {
    const { language, originalQuestion, refinements, keyEntities, namedReferences } = anchor;
    const clarified = keyEntitiesIn(refinements.join('\n'), language).filter(
      (entity) => !mentionsEntity(originalQuestion, entity, language),
    );
    return {
      findings: findings.map((finding) => {
        const text = [...finding.headingPath, finding.extractedInfo, ...finding.quotes.map((quote) => quote.text)].join(
          '\n',
        );
        // Runs that began before there was a choice have the bonus.
        const mentionsAny = (entities: readonly string[]) =>
          entityBonus !== false && entities.some((entity) => mentionsEntity(text, entity, language));
        const grade = gradeFinding({
          relevance: finding.relevance,
          depth: finding.depth,
          origin: finding.origin,
          isNamedByQuestion: namedReferences.some((reference) => isNamedBy(reference, finding)),
          mentionsKeyEntity: mentionsAny(keyEntities),
          mentionsClarifiedEntity: mentionsAny(clarified),
        });
        const mentionedEntities = keyEntities.filter((entity) => mentionsEntity(text, entity, language));
        return { ...finding, ...grade, mentionedEntities };
      }),
    };
  };
}
