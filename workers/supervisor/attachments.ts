/** Time for the command that started the supervisor to attach. */
const FIRST_ATTACHMENT_MS = 15_000;

/** A command that attaches just now keeps server and worker running. */
const ABANDONED_MS = 50;

/** Calls `onAbandoned` when no command holds the supervisor any longer. Call `check` when that may have changed. */
export function watchAttachments(isHeld: () => boolean, onAbandoned: () => void): { check(): void; close(): void } {
  const endUnlessHeld = () => {
    if (!isHeld()) onAbandoned();
  };
  let timer = setTimeout(endUnlessHeld, FIRST_ATTACHMENT_MS);
  return {
    check() {
      clearTimeout(timer);
      if (!isHeld()) timer = setTimeout(endUnlessHeld, ABANDONED_MS);
    },
    close: () => clearTimeout(timer),
  };
}
