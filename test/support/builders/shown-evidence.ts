import { addressPassage } from '@plumbline/quotes/passages';
import type { ShownEvidence, ShownPassage } from '../../../activities/steps/shown-passages.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling.';

/**
 * Two whole passages, of which the second addresses a program, and a note.
 *
 * @param hostile words that a source put in
 */
export function shownEvidence(hostile = ''): ShownEvidence {
  const text = `${BURNS} ${hostile}`.trim();
  return {
    passages: [passage('p1', 't1f1', text), { ...passage('p2', 't1f2', text), isUntrusted: true }],
    notes: [passage('p3', 't1f3', text)],
    quotes: [{ mark: '[p1.1]', text }],
    summaries: [`How long? ${text}`],
  };
}

function passage(label: string, findingId: string, text: string): ShownPassage {
  const passageSpan = { textHash: 'a'.repeat(64), start: 0, end: text.length };
  return {
    addressed: addressPassage(label, { findingId, passageSpan }, text, 'en'),
    title: 'Harbour lamp',
    headingPath: ['Oil'],
    facts: { place: 'rules/lamp.md', publishedAt: '2024-05-01', sourceTier: 1 },
    note: text,
    tier: 1,
    head: '',
    isUntrusted: false,
  };
}
