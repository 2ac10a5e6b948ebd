import { useRef, useState } from 'preact/hooks';
import type { ApiClient } from '../api/api-client.ts';
import type { ServedSources } from '../api/api-types.ts';
import { type AskDraft, fieldOf, firstMessageOf, runRequestOf } from '../models/ask-draft.ts';
import { type Refusal, refusalOf } from '../models/refusal.ts';
import { pathOfRun } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { go } from '../parts/router.ts';
import { beginSession } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';

export interface Sending {
  readonly isSending: boolean;
  readonly refusal: Refusal | null;
  readonly send: (draft: AskDraft) => Promise<void>;
}

/** Sends the draft and shows what became of it. */
export function useSending(sources: ServedSources, clear: () => void, settled: () => Promise<void>): Sending {
  const api = useApi();
  const words = useWords().ask;
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // Two clicks may come before the button is seen to be disabled.
  const isUnderWay = useRef(false);
  const send = async (draft: AskDraft) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    setRefusal(null);
    try {
      if (draft.question.trim() === '') throw emptyQuestion(words.empty);
      // What was dropped belongs to the question.
      await settled();
      // So that the memory of this person is used.
      const userId = await api.readOneself();
      const show = await (draft.kind === 'run'
        ? startRun(api, runRequestOf(draft, sources, userId))
        : beginSession(api, firstMessageOf(draft, sources, userId)));
      clear();
      show();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setRefusal(refusalOf(error, fieldOf, words));
      setSending(false);
    } finally {
      isUnderWay.current = false;
    }
  };
  return { isSending, refusal, send };
}

/** As the server would refuse it. */
function emptyQuestion(message: string): Error {
  return Object.assign(new Error(message), { issues: [{ path: 'question', message }] });
}

async function startRun(api: ApiClient, request: object): Promise<() => void> {
  const { researchId } = await api.startRun(request);
  return () => go(pathOfRun(researchId));
}
