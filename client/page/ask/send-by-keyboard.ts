/** Ctrl or Cmd with Enter sends the form. */
export function sendByKeyboard(event: KeyboardEvent): void {
  const field = event.currentTarget;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(field instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  field.form?.requestSubmit();
}
