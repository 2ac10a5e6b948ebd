/** Questions to one set of documents: those that it answers, and those on subjects that it does not treat. */
export interface SubjectQuestions {
  readonly treated: readonly string[];
  readonly foreign: readonly string[];
}

export const UNDICI: SubjectQuestions = {
  treated: [
    'How many times does RetryAgent retry a request by default?',
    'What is the default keep-alive timeout of a client?',
    'How do I close an agent?',
    'Which environment variables configure the proxy?',
    'How do I use a client certificate?',
  ],
  foreign: [
    'How do I bake sourdough bread?',
    'How do I cancel a gym membership?',
    'Which agent negotiates the transfer of a football player?',
    'How do I retry a failed driving test?',
    'How do I configure a virtual host in Apache Tomcat?',
    'How many connections does the Vienna underground have?',
  ],
};

export const PACKAGES: SubjectQuestions = {
  treated: [
    'How do I declare a required option in Commander?',
    'How are variadic arguments declared?',
    'How do I convert a docx document to HTML?',
    'How do I print a directory tree?',
    'How can I mangle property names with terser?',
  ],
  foreign: [
    'What arguments are there for nuclear power?',
    'How do I convert a van into a camper?',
    'How do I declare income from abroad?',
    'How is cheese ripened in a cellar?',
    'Which command starts a PostgreSQL backup?',
    'How many volumes does the encyclopedia of Diderot have?',
  ],
};

export const ORDERS: SubjectQuestions = {
  treated: [
    'Wie hoch ist die Standgebühr?',
    'Wie lang darf die Leine eines Hundes sein?',
    'Wie lange ist die Leihfrist für Bücher?',
    'Wie hoch dürfen Hecken sein?',
    'Mit welcher Frist kann der Pachtvertrag gekündigt werden?',
    'Wie groß darf eine Laube sein?',
  ],
  foreign: [
    'Wie hoch ist das Kindergeld?',
    'Wie lange ist ein Reisepass gültig?',
    'Wie hoch ist die Gebühr für ein Visum?',
    'Wie lange müssen Hunde in Quarantäne?',
    'Wie viele Stände hat das Oktoberfest?',
    'Welche Frist gilt für die Steuererklärung?',
  ],
};

export const ENGLISH_ARTICLES: SubjectQuestions = {
  treated: [
    'Who introduced the stepped lens?',
    'How long does a worker bee live in summer?',
    'Who described the waggle dance?',
    'How much honey does the colony eat in winter?',
  ],
  foreign: [
    'How tall is the Statue of Liberty?',
    'How long does a queen of England reign?',
    'How long does a pregnancy last?',
  ],
};

export const GERMAN_ARTICLES: SubjectQuestions = {
  treated: [
    'Welche Temperatur erreicht die Schmelze von Glas?',
    'Wer stellte das Floatverfahren vor?',
    'Welche Städte verband die Alte Salzstraße?',
    'Wie viel Salz sollte ein Erwachsener am Tag zu sich nehmen?',
  ],
  foreign: ['Wie hoch ist der Kölner Dom?', 'Wie viel Energie braucht ein Kühlschrank?', 'Wie lange lebt ein Elefant?'],
};

export const APPLIANCE: SubjectQuestions = {
  treated: [
    'How much water does the tank hold?',
    'How often should I wash the air filter?',
    'How long is the warranty?',
    'What does the code E3 mean?',
    'What is the noise level of the dehumidifier?',
  ],
  foreign: [
    'How do I reset the password of my router?',
    'How do I change the oil of a motorcycle?',
    'What is the maximum speed of an electric scooter?',
    'How often should I change the filter of a coffee machine?',
    'How much water should I drink in a day?',
    'How long is the warranty of the washing machine?',
  ],
};
