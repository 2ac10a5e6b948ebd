import { h, type JSX } from 'preact';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/page-words.ts';
import type { CitedClaimProps } from './cited-claim.ts';

/** "Why is this here?": from the claim back to what was asked. */
export function ClaimPath({ cited, attribution }: CitedClaimProps): JSX.Element {
  const words = useWords();
  const path = stepsOf({ cited, attribution }, words);
  return h(
    'details',
    { class: 'path' },
    h('summary', {}, words.why),
    h(
      'ol',
      {},
      path.map(([name, text, remark]) =>
        h(
          'li',
          { key: name },
          h('strong', {}, name),
          h('p', {}, text),
          remark === '' ? null : h('p', { class: 'quiet' }, remark),
        ),
      ),
    ),
  );
}

type Step = readonly [name: string, text: string, remark: string];

function stepsOf({ cited, attribution }: CitedClaimProps, words: PageWords): Step[] {
  const { claim, citation, reading } = cited;
  const finding = attribution?.finding ?? null;
  const { steps } = words;
  return [
    [steps.claim, claim.text, ''],
    [steps.citation, `${citation.number}: “${citation.quote.text}”`, citation.quote.reason],
    ...(finding === null
      ? []
      : [
          [
            `${steps.finding} ${finding.findingId}`,
            finding.extractedInfo,
            [words.origin[finding.origin], finding.relevanceReason, finding.belowThreshold ? words.belowThreshold : '']
              .filter(Boolean)
              .join(' · '),
          ] as const,
          [`${steps.task} ${finding.taskId}`, attribution?.taskText ?? '–', ''] as const,
        ]),
    ...(reading.queries.length === 0 ? [] : [[steps.queries, [...new Set(reading.queries)].join(' · '), ''] as const]),
    [steps.question, reading.question, ''],
  ];
}
