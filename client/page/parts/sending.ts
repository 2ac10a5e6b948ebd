import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiFailure } from '../api/api-requests.ts';
import { messageOf } from './loading.ts';

/** Something that is sent at a press of a button. */
export interface Sending {
  readonly isSending: boolean;
  /** Null: nothing failed. */
  readonly error: unknown;
  /** One at a time: what is sent meanwhile is ignored. */
  readonly send: (request: () => Promise<void>) => void;
}

export function useSending(): Sending {
  const [state, setState] = useState<Omit<Sending, 'send'>>({ isSending: false, error: null });
  const send = (request: () => Promise<void>): void => {
    if (state.isSending) return;
    setState({ isSending: true, error: null });
    request().then(
      () => setState({ isSending: false, error: null }),
      (error: unknown) => setState({ isSending: false, error }),
    );
  };
  return { ...state, send };
}

/** Why something could not be sent, and what to do. */
export function SendingFault({ error }: { readonly error: unknown }): JSX.Element | null {
  if (error === null) return null;
  const remedy = error instanceof ApiFailure ? error.remedy : '';
  return h('p', { class: 'warning', role: 'alert' }, [messageOf(error), remedy].filter(Boolean).join(' '));
}
