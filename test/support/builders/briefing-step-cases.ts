import { composeBriefingStep } from '../../../activities/steps/compose-briefing.ts';
import { judgeNewsStep } from '../../../activities/steps/judge-news.ts';
import { anchorOf } from './research-fixtures.ts';
import { caseOf, type StepCase } from './step-case.ts';

/** The steps that judge news and write a briefing. */
export const BRIEFING_STEP_CASES: readonly StepCase[] = [
  caseOf(
    composeBriefingStep,
    (hostile = '') => ({
      today: '2026-01-02',
      since: '2026-01-01',
      anchor: anchorOf({ originalQuestion: 'What has changed at the harbour?' }),
      methodology: [`Name figures with their units. ${hostile}`.trim()],
      background: [{ heading: 'Harbour lamp', text: `The lamp was lit in 1880. ${hostile}`.trim() }],
      themes: [
        {
          id: 'p1',
          title: `Harbour lamp ${hostile}`.trim(),
          delta: 'changed',
          actors: [`The keeper ${hostile}`.trim()],
          claims: [
            {
              text: `The keeper put the lamp out on Monday. ${hostile}`.trim(),
              status: 'confirmed' as const,
              mark: 'new' as const,
              note: `another date ${hostile}`.trim(),
              citations: ['t1f1q1'],
            },
            {
              text: 'The lamp burns for nine hours.',
              status: 'reported' as const,
              mark: 'kept' as const,
              note: '',
              citations: ['t1f2q1'],
            },
          ],
          passages: [
            {
              text: `The keeper has a new boat. ${hostile}`.trim(),
              place: `Log ${hostile}`.trim(),
              day: '2026-01-01',
              citations: ['t1f3q1'],
              rest: [{ key: 't1f3q2', text: `The old one leaked. ${hostile}`.trim() }],
            },
          ],
        },
      ],
      interactions: [`The lamp needs oil from the harbour. ${hostile}`.trim()],
    }),
    {
      themes: [
        {
          id: 'p1',
          summary: [{ text: 'The keeper put out the lamp.', citations: ['t1f1q1'] }],
          focus: ['When will the keeper light the lamp again?'],
          beside: ['t1f3q1'],
        },
      ],
    },
  ),
  caseOf(
    judgeNewsStep,
    (hostile = '') => ({
      language: 'en',
      themes: [
        {
          title: `Harbour lamp ${hostile}`.trim(),
          actors: [`The keeper ${hostile}`.trim()],
          about: ['oil', `Will the lamp be lit again? ${hostile}`.trim()],
          news: [
            {
              id: 'p1',
              text: `The keeper put the lamp out on Monday. ${hostile}`.trim(),
              from: `Harbour news ${hostile}, lamps.example, 2026-01-02`,
            },
            { id: 'p2', text: 'The lamp should burn longer.', from: 'lamps.example, 2026-01-02' },
          ],
          known: [
            { id: 'k1', text: `The lamp burns every night. ${hostile}`.trim(), from: 'lamps.example, 2026-01-01' },
          ],
        },
      ],
    }),
    {
      news: [
        {
          id: 'p1',
          kind: 'fact',
          relations: [{ id: 'k1', relation: 'changes', difference: 'it is out now' }],
        },
        { id: 'p2', kind: 'opinion', relations: [] },
      ],
    },
  ),
];
