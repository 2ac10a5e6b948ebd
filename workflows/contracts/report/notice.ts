import { isFinal, type ResearchProgress, type Stage } from './progress.ts';

/** What people are told of: a run that waits for them, or that has ended. */
export type NoticeEvent =
  | 'clarification'
  | 'approval'
  | 'limit'
  | 'setup'
  | Extract<Stage, 'published' | 'stopped' | 'halted' | 'failed' | 'cancelled'>;

/** What is told. It holds no text of a document and no words of a server, which may repeat a key. */
export interface Notice {
  /** The same for the same wait or end, so that a recipient can drop what comes twice. */
  readonly id: string;
  readonly kind: 'research' | 'briefing';
  readonly runId: string;
  /** The question, or the title of the briefing. */
  readonly title: string;
  readonly event: NoticeEvent;
  /** Null: not known yet. */
  readonly language: string | null;
  /** Of a clarification. */
  readonly questions: readonly string[];
  /** The limit that is reached, like `modelCalls`, or the server whose settings are wrong; null: neither. */
  readonly subject: string | null;
  /** When the run goes on without an answer, ISO 8601; null: it does not wait. */
  readonly until: string | null;
}

export interface SendNoticeInput {
  /** One of those that an activity has named. */
  readonly recipient: string;
  readonly notice: Notice;
}

type TellingProgress = Pick<
  ResearchProgress,
  'researchId' | 'question' | 'language' | 'stage' | 'pendingClarification' | 'planToApprove' | 'waits'
>;

/** What there is to tell of a run at this moment. @param execution tells the runs of one id apart */
export function noticesOf(progress: TellingProgress, execution: string): Notice[] {
  const { researchId, question, language, stage, pendingClarification, planToApprove, waits } = progress;
  const base = { kind: 'research', runId: researchId, title: question, language, questions: [] } as const;
  const notice = (event: NoticeEvent, name: string, facts: Partial<Notice> = {}): Notice => ({
    ...base,
    id: `${researchId} ${execution} ${name}`,
    event,
    subject: null,
    until: null,
    ...facts,
  });
  if (isFinal(stage)) return [notice(stage as NoticeEvent, stage)];
  const asked = pendingClarification;
  return [
    ...(asked === null
      ? []
      : [
          notice('clarification', `round ${asked.round}`, {
            questions: asked.questions.map(({ text }) => text),
            until: asked.deadline,
          }),
        ]),
    ...(planToApprove === null ? [] : [notice('approval', 'plan')]),
    ...waits
      .filter(({ kind }) => kind !== 'outage')
      .map(({ kind, subject, since, until }) =>
        notice(kind === 'budget' ? 'limit' : 'setup', `${kind} ${subject} ${since}`, {
          subject,
          until: kind === 'budget' ? until : null,
        }),
      ),
  ];
}
