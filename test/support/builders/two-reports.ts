import { type PublishedReport, publishReport } from './published-report.ts';
import { draftOf } from './research-fixtures.ts';

/**
 * Publishes `research-lamp`, and `research-other`, which was asked for fewer quotes: it says the first claim otherwise,
 * lacks the second one, and has one of its own.
 */
export async function publishTwoReports(home: string): Promise<{ a: PublishedReport; b: PublishedReport }> {
  const a = await publishReport(home);
  const { request } = a.record;
  const b = await publishReport(home, {
    researchId: 'research-other',
    request: { ...request, settings: { ...request.settings, maxQuotes: 4 } },
    draft: draftOf({
      summary: [{ text: 'The harbour lamp burns for ten hours on one filling.', citations: ['t1f1q1'] }],
      limitations: [
        { text: 'Nothing is said about storms.', citations: [] },
        { text: 'No document names the keeper.', citations: [] },
      ],
    }),
    usage: { searches: 2, pages: 3, modelCalls: 5, modelTokens: 900, money: 0.02 },
  });
  return { a, b };
}
