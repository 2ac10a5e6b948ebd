import type { ReasoningCall } from './reasoner.ts';
import { createTextFieldReader } from './text-fields.ts';

/** Passes the text of an answer on while the model writes it. */
export interface AnswerHearing {
  /** What was heard so far is void: another request is sent, or the answer cannot be used. */
  readonly forget: () => void;
  /** The next piece of the answer as the model writes it. */
  readonly add: (piece: string) => void;
  /** Passes on what was not heard of the whole answer: all of it where it came from the store or in one piece. */
  readonly settle: (answer: string) => void;
}

/** @returns undefined where nobody listens */
export function createAnswerHearing({ onText, onReset }: ReasoningCall): AnswerHearing | undefined {
  if (onText === undefined) return undefined;
  let read = createTextFieldReader();
  let heard = '';

  function say(text: string): void {
    if (text === '') return;
    heard += text;
    onText?.(text);
  }

  function forget(): void {
    if (heard !== '') onReset?.();
    heard = '';
    read = createTextFieldReader();
  }

  return {
    forget,
    add: (piece) => say(read(piece)),
    settle(answer) {
      const whole = createTextFieldReader()(answer);
      if (!whole.startsWith(heard)) forget();
      say(whole.slice(heard.length));
    },
  };
}
