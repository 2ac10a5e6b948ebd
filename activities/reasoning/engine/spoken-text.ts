/** Reasoning models write their reasoning before the answer; chat templates may drop the opening tag. */
export function removeThoughts(text: string): string {
  if (text.startsWith('{')) return text;
  const closing = '</think>';
  const end = text.lastIndexOf(closing);
  return end === -1 ? text.replace(/<think>[\s\S]*/, '') : text.slice(end + closing.length).trimStart();
}
