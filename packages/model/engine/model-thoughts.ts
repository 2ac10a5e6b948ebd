/** How models enclose what they think before they answer. Chat templates may drop the opening, and a limit the closing. */
const OPENINGS = ['<think>', '<thinking>', '<thought>', '<reasoning>', '[THINK]', '◁think▷'] as const;
const OPENING = /<(?:think(?:ing)?|thought|reasoning)>|\[THINK\]|◁think▷/i;
const CLOSINGS = /<\/(?:think(?:ing)?|thought|reasoning)>|\[\/THINK\]|◁\/think▷/gi;

/** Models that write in channels name the channel before each message; the last one is the answer. */
const CHANNELS = /^(?:<\|start\|>assistant)?<\|channel\|>/;
const FINAL_CHANNEL = /<\|channel\|>final\b[^<>]*(?:<\|constrain\|>[^<>]*)?<\|message\|>/g;
const END_OF_MESSAGE = /<\|(?!message)[a-z]+\|>/;

/** What a model says behind its thoughts. */
export function removeThoughts(text: string): string {
  if (/^\[?\s*\{/.test(text)) return text;
  if (CHANNELS.test(text)) return finalMessage(text);
  const closing = [...text.matchAll(CLOSINGS)].at(-1);
  if (closing !== undefined) return text.slice(closing.index + closing[0].length).trimStart();
  const opening = text.search(OPENING);
  return opening === -1 ? text : text.slice(0, opening);
}

function finalMessage(text: string): string {
  const begin = [...text.matchAll(FINAL_CHANNEL)].at(-1);
  if (begin === undefined) return '';
  const message = text.slice(begin.index + begin[0].length);
  return (message.split(END_OF_MESSAGE, 1)[0] ?? '').trimStart();
}

/** Whether a text so far may be the beginning of thoughts. */
export function mayBeThought(begun: string): boolean {
  return ['<|start|>assistant<|channel|>', '<|channel|>', ...OPENINGS].some((mark) =>
    mark.toLowerCase().startsWith(begun.toLowerCase()),
  );
}
