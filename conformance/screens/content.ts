/** What the pictures of components show, in the languages that they show it in. */
import type { CommentBody, CommentBodyInlineElement } from "@liveblocks/client";

export type ScreenLanguage = "en" | "ar";

export interface ScreenContent {
  /** By user id, without that of the current user. */
  readonly names: Readonly<Record<string, string>>;
  /** Of the current user. */
  readonly ownName: string;
  readonly team: string;
  readonly teamDescription: string;
  readonly room: string;
  /** What is said in threads, in order. */
  readonly plan: readonly [string, string, string];
  readonly figures: string;
  readonly edited: string;
  readonly deleted: string;
  readonly settled: readonly [string, string];
  readonly news: readonly [string, string, string];
  readonly draft: readonly [string, string, string, string, string];
  readonly fileTitle: string;
  readonly fileBody: string;
  readonly emptyChat: string;
  readonly question: string;
  readonly reasoning: string;
  readonly search: string;
  readonly answer: string;
  /** What is said after the answer, from a page. */
  readonly note: string;
  readonly sources: readonly [string, string];
  readonly order: string;
  readonly toolTitle: string;
  readonly toolQuestion: string;
  readonly toolLead: string;
  /** What is in text editors. */
  readonly document: {
    readonly label: string;
    readonly heading: string;
    /** A text of which the second part is commented on, and which ends with a mention. */
    readonly text: readonly [string, string, string];
    readonly quote: string;
    readonly comment: string;
    readonly prompt: string;
    /** What a copilot makes of the text of the comment. */
    readonly proposal: string;
  };
}

const en: ScreenContent = {
  names: {
    grace: "Grace Hopper",
    alan: "Alan Turing",
    barbara: "Barbara Liskov",
    edsger: "Edsger Dijkstra",
    katherine: "Katherine Johnson",
    radia: "Radia Perlman",
  },
  ownName: "Ada Lovelace",
  team: "Engineering",
  teamDescription: "14 people",
  room: "Launch plan",
  plan: ["Can you check the ", "launch dates", " before we send this to the board? The old draft is at "],
  figures: "The figures behind it, and a sketch of the new chart.",
  edited: "Both look right to me. I moved the review to Thursday.",
  deleted: "Never mind.",
  settled: ["Should the header stay in view while the page scrolls?", "Yes, it does now."],
  news: ["I have split the second section in two.", "The first half is ready to read.", "And the second one, too."],
  draft: ["Let us ", "ship it", " on ", "Friday", ", with "],
  fileTitle: "A file was uploaded",
  fileBody: "launch-plan.pdf is in the folder of the launch.",
  emptyChat: "Ask about your project",
  question: "How do the plans compare, and how do I start?",
  reasoning:
    "The user wants to compare plans. The documentation lists three of them, so a table is the clearest answer.",
  search: "plans and limits",
  answer: `There are **three plans**. They differ in how many people can be in a room:

| Plan | People | History |
| --- | ---: | --- |
| Free | 10 | 7 days |
| Team | 50 | 90 days |
| Scale | 500 | Unlimited |

To start:

1. Install the client with \`npm install\`.
2. Enter a room:

\`\`\`ts
const { room, leave } = client.enterRoom("launch-plan");
room.connect();
\`\`\`

> Plans can be changed at any time.

`,
  note: "All plans include the dashboard.",
  sources: ["Plans and limits", "Getting started"],
  order: "Delete the old draft, please",
  toolTitle: "Delete a file",
  toolQuestion: "“Launch plan, first draft” will be gone for everyone in the room.",
  toolLead: "I found one old draft.",
  document: {
    label: "Document",
    heading: "Launch plan",
    text: ["We invite the first customers in March, and ", "everyone else two weeks later", ". Questions go to "],
    quote: "Nothing is announced before the security review is done.",
    comment: "Are two weeks enough to fix what they find?",
    prompt: "Make it precise",
    proposal: "everyone else four weeks later, on April 9",
  },
};

const ar: ScreenContent = {
  names: {
    grace: "ليلى حداد",
    alan: "عمر الفارسي",
    barbara: "سلمى ناصر",
    edsger: "يوسف منصور",
    katherine: "مريم خليل",
    radia: "هدى سالم",
  },
  ownName: "نور عبد الله",
  team: "فريق الهندسة",
  teamDescription: "١٤ شخصًا",
  room: "خطة الإطلاق",
  plan: ["هل يمكنك مراجعة ", "مواعيد الإطلاق", " قبل أن نرسلها إلى مجلس الإدارة؟ المسودة القديمة هنا: "],
  figures: "هذه الأرقام التي بنيناها عليها، ومعها رسم أولي للمخطط الجديد.",
  edited: "كلاهما صحيح. نقلت موعد المراجعة إلى يوم الخميس.",
  deleted: "لا عليك.",
  settled: ["هل يبقى رأس الصفحة ظاهرًا عند التمرير؟", "نعم، هو كذلك الآن."],
  news: ["قسمت الجزء الثاني إلى قسمين.", "النصف الأول جاهز للقراءة.", "والثاني جاهز أيضًا."],
  draft: ["لنطلق المشروع ", "قريبًا", " يوم ", "الجمعة", "، مع "],
  fileTitle: "رُفع ملف جديد",
  fileBody: "الملف launch-plan.pdf موجود في مجلد الإطلاق.",
  emptyChat: "اسأل عن مشروعك",
  question: "ما الفرق بين الخطط، وكيف أبدأ؟",
  reasoning: "يريد المستخدم مقارنة الخطط. تذكر الوثائق ثلاث خطط، لذا فالجدول أوضح إجابة.",
  search: "الخطط والحدود",
  answer: `هناك **ثلاث خطط**، تختلف في عدد الأشخاص في الغرفة:

| الخطة | الأشخاص | السجل |
| --- | ---: | --- |
| المجانية | 10 | 7 أيام |
| الفريق | 50 | 90 يومًا |
| الموسعة | 500 | بلا حد |

للبدء:

1. ثبّت العميل بالأمر \`npm install\`.
2. ادخل إلى غرفة:

\`\`\`ts
const { room, leave } = client.enterRoom("launch-plan");
room.connect();
\`\`\`

> يمكن تغيير الخطة في أي وقت.

`,
  note: "تشمل كل الخطط لوحة التحكم.",
  sources: ["الخطط والحدود", "البداية"],
  order: "احذف المسودة القديمة من فضلك",
  toolTitle: "حذف ملف",
  toolQuestion: "ستُحذف «خطة الإطلاق، المسودة الأولى» لكل من في الغرفة.",
  toolLead: "وجدت مسودة قديمة واحدة.",
  document: {
    label: "المستند",
    heading: "خطة الإطلاق",
    text: ["ندعو العملاء الأوائل في مارس، ثم ", "بقية العملاء بعد أسبوعين", ". ترسل الأسئلة إلى "],
    quote: "لا نعلن شيئًا قبل اكتمال المراجعة الأمنية.",
    comment: "هل يكفي أسبوعان لإصلاح ما يجدونه؟",
    prompt: "اجعله أدق",
    proposal: "بقية العملاء بعد أربعة أسابيع، في ٩ أبريل",
  },
};

export const screenContent: Readonly<Record<ScreenLanguage, ScreenContent>> = { en, ar };

/** A body of one paragraph: texts, and elements that are no texts. */
export const bodyOf = (...children: readonly (string | CommentBodyInlineElement)[]): CommentBody => ({
  version: 1,
  content: [
    {
      type: "paragraph",
      children: children.map((child) => (typeof child === "string" ? { text: child } : child)),
    },
  ],
});
