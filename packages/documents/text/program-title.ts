const PROGRAM_TITLE =
  /^(?:microsoft (?:word|powerpoint|excel)|powerpoint)\b|^pr[eéä]\p{L}{7,10}[ -](?:\p{L}{2,8} )?(?:de |di )?powerpoint$|^(?:(?:slide|folie|diapositiv[ae]|presentation|untitled|unbenannt) ?\d{0,3}|no slide title|kein folientitel)$|\.(?:docx?|pptx?|indd|qxd|pdf|dvi|tex)$/iu;

/** Whether a program wrote the title, or its template: file names, counters, "PowerPoint Presentation". */
export function isOfProgram(title: string): boolean {
  return PROGRAM_TITLE.test(title);
}
