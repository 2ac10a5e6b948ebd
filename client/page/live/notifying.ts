import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ShownRun } from '../api/run-types.ts';
import { noticeOf } from '../models/run-needs.ts';
import { useWords } from '../parts/words-context.ts';

/** Whether the browser knows notifications: not in an address that is neither loopback nor encrypted. */
const CAN_NOTIFY = 'Notification' in globalThis;

/** Asks for nothing until the button is pressed; then tells by the browser when the run asks or ends. */
export function Notifying({ run }: { readonly run: ShownRun }): JSX.Element | null {
  const { live } = useWords();
  const [permission, setPermission] = useState(CAN_NOTIFY ? Notification.permission : 'denied');
  useNotices(run);
  if (!CAN_NOTIFY || run.endedAt !== null) return null;
  const allow = () => void Notification.requestPermission().then(setPermission);
  if (permission === 'default') return h('button', { type: 'button', onClick: allow }, live.notify.allow);
  return h('p', { class: 'quiet' }, permission === 'granted' ? live.notify.allowed : live.notify.denied);
}

function useNotices(run: ShownRun): void {
  const { live } = useWords();
  const before = useRef(run);
  useEffect(() => {
    const notice = noticeOf(before.current, run);
    before.current = run;
    // Whoever looks at the page sees it there.
    if (notice === null || !CAN_NOTIFY || Notification.permission !== 'granted' || document.hasFocus()) return;
    const shown = new Notification(live.notify[notice], { body: run.question, tag: run.researchId });
    shown.addEventListener('click', () => focus());
  }, [run]);
}
