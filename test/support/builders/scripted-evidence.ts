import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { draftOf } from './research-fixtures.ts';

export const QUOTE_TEXT = 'The lamp burns for nine hours on one filling.';

export function reasoned<Value>(value: Value, modelCalls = 0, modelTokens = 0): Reasoned<Value> {
  const engine = modelCalls === 0 ? 'offline' : 'model';
  return { value, cost: { engine, modelCalls, modelTokens, degradations: [] } };
}

export function scriptedFinding(findingId: string, passageId: string, changes: Partial<Finding> = {}): Finding {
  const quote = {
    key: `${findingId}q1`,
    text: QUOTE_TEXT,
    sourceId: 's1',
    textHash: 'b'.repeat(64),
    page: null,
    start: 0,
    end: 45,
    reason: 'a figure',
  };
  return {
    findingId,
    taskId: findingId.replace(/f\d+$/, ''),
    passageId,
    sourceId: 's1',
    locator: 'lamp.md',
    title: 'Lamp manual',
    page: null,
    headingPath: ['Use'],
    extractedInfo: QUOTE_TEXT,
    quotes: [quote],
    passageSpan: { textHash: 'b'.repeat(64), start: 0, end: 45 },
    hitScore: 0.9,
    belowThreshold: false,
    mentionedEntities: ['lamp'],
    relevance: 0.9,
    relevanceReason: 'says how long it burns',
    contextTier: 1,
    weight: 1,
    depth: 0,
    origin: 'search',
    finalRelevance: null,
    finalReason: '',
    untrusted: [],
    ...changes,
  };
}

export function scriptedDraft(summary: readonly Claim[]): ReportDraft {
  return draftOf({ summary: [...summary] });
}
