import { answerIdOf, conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { answerResultOf } from './answer-results.ts';
import { findingOf, quoteOf } from './research-fixtures.ts';
import { conversationsIn } from './stored-records.ts';

export interface StoredSession {
  readonly sessionId?: string;
  /** ISO 8601, of its only answer. */
  readonly answeredAt?: string;
  /** What the answer cites; it is stored as a text. */
  readonly cited?: string;
  /** What a finding quotes that the answer does not cite; it is stored as a text. */
  readonly found?: string;
  readonly isSampled?: boolean;
}

/** Ended long ago unless told otherwise. */
const LONG_AGO = '2026-01-02T03:05:00.000Z';

/** Stores a session of one answer, as the activities do. @returns the hashes of the two texts */
export async function storeSession(
  home: string,
  {
    sessionId = 'mine',
    answeredAt = LONG_AGO,
    cited = 'The harbour lamp burns for nine hours.',
    found = 'A trimmed wick adds one hour.',
    isSampled = false,
  }: StoredSession = {},
): Promise<readonly [citedHash: string, foundHash: string]> {
  const conversations = conversationsIn(home);
  const blobs = createFileBlobStore(home);
  const hashOf = async (text: string) => (await blobs.putText(text, 'text/plain')).sha256;
  const [citedHash, foundHash] = [await hashOf(cited), await hashOf(found)];
  const place = { title: 'Harbour lamp', locator: 'lamp.md', page: null, headingPath: [] };
  const result = answerResultOf({
    sessionId,
    answerId: answerIdOf(sessionId, 1),
    summary: `${cited} [1]`,
    citations: [{ number: 1, ...place, quote: quoteOf('f1.1', cited, { textHash: citedHash }) }],
    answeredAt,
  });
  const passageSpan = { textHash: foundHash, start: 0, end: found.length };
  const finding = findingOf('f2', found, { quotes: [quoteOf('f2.1', found, passageSpan)], passageSpan });
  const answer = { userId: null, result, findings: [finding] };
  await conversations.recordStart({
    sessionId,
    userId: null,
    scope: conversationScopeSchema.parse({ corpusDirectories: ['/docs'] }),
    startedAt: answeredAt,
    title: cited,
  });
  await conversations.saveAnswer(answer);
  if (isSampled) await conversations.sampleForReview(answer);
  return [citedHash, foundHash];
}
