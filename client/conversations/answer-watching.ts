import { setTimeout as delay } from 'node:timers/promises';
import type { RunWait } from '@plumbline/contracts/report/progress';
import type { AnswerProgress } from '../../workflows/answer-query/messages.ts';

/** A question without a model is answered before the first look. */
const LOOK_EVERY_MS = 1_000;
const SIGN_OF_LIFE_MS = 10_000;

type Shown = Pick<AnswerProgress, 'stage'> & { readonly waits: readonly Pick<RunWait, 'subject' | 'reason'>[] };

interface Watched {
  readonly conversations: { observe(sessionId: string): Promise<{ readonly progress: Shown | null } | null> };
  /** Undefined: not known yet. */
  readonly sessionId: () => string | undefined;
  /** One line each. */
  readonly tell: (line: string) => void | Promise<void>;
  readonly signal: AbortSignal;
  readonly lookEveryMs?: number;
}

/** Tells each stage of an answer under way, what it waits for, and every ten seconds that it goes on, until it is over. */
export async function tellStages<Answer>(
  answering: Promise<Answer>,
  { conversations, sessionId, tell, signal, lookEveryMs = LOOK_EVERY_MS }: Watched,
): Promise<Answer> {
  const begunAt = performance.now();
  let isOver = false;
  let [told, toldAt] = ['', begunAt];
  const watch = async (): Promise<void> => {
    for (;;) {
      await delay(lookEveryMs, undefined, { signal, ref: false });
      const id = sessionId();
      const seen = id === undefined ? null : ((await conversations.observe(id))?.progress ?? null);
      if (isOver) return;
      const waits = (seen?.waits ?? []).map(({ subject, reason }) => `waiting for ${subject}: ${reason}`);
      const line = [seen?.stage ?? 'looking for an answer', ...waits].join('; ');
      const now = performance.now();
      if (line === told && now - toldAt < SIGN_OF_LIFE_MS) continue;
      await tell(line === told ? `${line}, for ${Math.round((now - begunAt) / 1_000)} s` : line);
      [told, toldAt] = [line, now];
    }
  };
  // The answer may come although its progress cannot be read.
  watch().catch(() => undefined);
  try {
    return await answering;
  } finally {
    isOver = true;
  }
}
