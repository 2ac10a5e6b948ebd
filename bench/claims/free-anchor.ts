import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';

/** The anchor of a question that nothing but its words and language is known of. */
export function freezeAnchor(originalQuestion: string, language: string): QueryAnchor {
  return {
    originalQuestion,
    language,
    keyEntities: [],
    namedReferences: [],
    scope: '',
    refinements: [],
    assumptions: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    anchorHash: '',
  };
}
