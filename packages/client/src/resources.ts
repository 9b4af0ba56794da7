// Generated from the resources of the service; do not edit.

export type EmailAddress = {
  /** What it is for. */
  label?: string;
  /** E-mail address. */
  value: string;
  /** The one to use first. At most one is primary. */
  primary?: boolean;
};

export type PhoneNumber = {
  /** What it is for. */
  label?: string;
  /** Phone number. */
  value: string;
  /** The one to use first. At most one is primary. */
  primary?: boolean;
  /** The number as E.164, if it is one. Taken from the value; what a caller sends is ignored. */
  e164?: string;
  /** The extension behind the number, taken from the value. */
  extension?: string;
};

export type PostalAddress = {
  /** What it is for. */
  label?: string;
  /** Street and number. */
  street?: string;
  /** Postal code. */
  postal_code?: string;
  /** City. */
  city?: string;
  /** State, county or province. */
  region?: string;
  /** Country: a name or an ISO 3166 code. */
  country?: string;
  /** The one to use first. At most one is primary. */
  primary?: boolean;
};

export type SharedFields = {
  tags: string[];
  /** The User of the Account who looks after it. */
  owner_uuid: string | null;
  /** Your own identifier, unique in the Account. Imports update by it. */
  external_id: string | null;
  /**
   * Your own fields: any JSON object of at most 16 KiB. A change replaces it whole: what you leave
   * out is gone, also what others put there.
   */
  custom: Record<string, unknown>;
};

export type ImportedFields = {
  /**
   * When it was created in the system that it was imported from. Null: it was created here. ISO
   * 8601 with milliseconds and the offset.
   */
  source_created_at: string | null;
};

export type ActivityFields = {
  /**
   * When somebody last spoke or wrote with them: the latest call, meeting or e-mail about it that
   * took place. Notes and to-dos do not count. ISO 8601 with milliseconds and the offset.
   */
  last_activity_at: string | null;
  /** By when the next open task about it is due. With next_task_due_at, filters go by that time. */
  next_task_due_on: string | null;
  /**
   * The time at which that task is due; null when it has only a day. ISO 8601 with milliseconds and
   * the offset.
   */
  next_task_due_at: string | null;
};

export type NotificationPlaces = {
  /** At the bell on the pages. */
  page: boolean;
  /** By the browser as well, where the User allows it. Only with page. */
  browser: boolean;
  /** By mail, if this Rapport has a mail server. */
  mail: boolean;
};

/** What its values are. POST /{uuid}/convert changes it. */
export type CustomFieldType =
  | 'text'
  | 'long_text'
  | 'number'
  | 'money'
  | 'date'
  | 'time'
  | 'choice'
  | 'choices'
  | 'boolean'
  | 'url'
  | 'user';

export type CustomFieldOption = {
  /** The value in `custom`. It never changes. */
  key: string;
  /** What people read. */
  label: string;
  /** The colour of its badge. */
  color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'grape' | 'pink' | null;
  /** Whether it can no longer be chosen. Records that have it keep it. */
  archived: boolean;
};

export type CustomFieldOptionWritten = {
  /** Made from the label when left out. It never changes. */
  key?: string;
  /** What people read, with at least one visible character and no control characters. */
  label: string;
  /** The colour of its badge. */
  color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'grape' | 'pink' | null;
  /** Whether it can no longer be chosen. */
  archived?: boolean;
};

export type ImportFault = {
  /** The line that the row begins at; the header is line 1. */
  line: number;
  /** Name of the column; null: the row as a whole. */
  column: string | null;
  /** The kind of fault. */
  code: FieldErrorCode;
  /** What is wrong. */
  detail: string;
};

export type ReportFigure = {
  /** The column that it stands in. */
  name: string;
  /**
   * An amount as a decimal text, everything else as a number. Null: there is nothing to compute it
   * from.
   */
  value: number | string | null;
  /**
   * The records behind it: a path of this API, whose whole list adds up to the figure. Null for a
   * rate, an average, and what nobody owned on a past day.
   */
  list: string | null;
};

/** Why an attempt failed. */
export type DeliveryErrorKind =
  | 'target_not_allowed'
  | 'dns_failed'
  | 'dns_timeout'
  | 'connect_failed'
  | 'connect_timeout'
  | 'tls_failed'
  | 'connection_reset'
  | 'timeout'
  | 'invalid_response'
  | 'redirect'
  | 'http_status'
  | 'secret_unreadable';

/** A person who signs in. */
export type User = {
  /** Identifier of the User. */
  uuid: string;
  /** The address the User signs in with. */
  email: string;
  /**
   * Whether the address is proven to be the User's: they followed a link mailed to it, or the
   * operator vouches for it. False: it was only typed in, perhaps by somebody else.
   */
  email_verified: boolean;
  /** Name shown to others. */
  name: string;
  /** When the User was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the User last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

/** Who you are, and with which token. */
export type CurrentUser = {
  /** Identifier of the User. */
  uuid: string;
  email: string;
  /**
   * Whether the address is proven to be the User's: they followed a link mailed to it, or the
   * operator vouches for it. False: it was only typed in, perhaps by somebody else.
   */
  email_verified: boolean;
  name: string;
  token: {
    /** How you came in. */
    type: string;
    /** Identifier of the token. */
    uuid: string;
    name: string;
    /**
     * The OAuth client_id of the application whose token it is, as in the `actor` of its events.
     * Null: it is no application.
     */
    client_id: string | null;
    /** When it stops working. Null: never. ISO 8601 with milliseconds and the offset. */
    expires_at: string | null;
    /** What it may do; * is all that you may. */
    scope: string;
    /** The Accounts that it is for. Null: all of yours. */
    account_uuids: string[] | null;
  };
  /** Where this token, or you, create what names no Account. Null: it must be named. */
  default_account_uuid: string | null;
  /** Time zone (IANA) of your days, of all your tokens too. Null: that of the Account. */
  time_zone: string | null;
  /** The language of your pages and mails. Null: pages follow the browser, mails are in English. */
  language: 'en' | 'de' | null;
  /** The hints of the pages that you have closed. */
  closed_hints: Array<'search' | 'edit' | 'undo'>;
  /** Whether you sign in with a second factor. */
  has_second_factor: boolean;
  /**
   * Accounts that are closed to you until you set up the second factor that they require. Only in a
   * browser: tokens reach them.
   */
  closed_accounts: Array<{
    /** The Account. */
    uuid: string;
    name: string;
  }>;
  /** When the User was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the User last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

/** The tenant: a business whose data is kept apart. A customer of that business is a Client. */
export type Account = {
  /** Identifier of the Account. */
  uuid: string;
  /** Name of the business. */
  name: string;
  /** Currency of amounts that name none (ISO 4217). */
  currency: string | null;
  /** Country of phones and addresses that name none (ISO 3166-1). */
  country: string | null;
  /** Time zone (IANA) of the days of Users who have set none of their own. Null: UTC. */
  time_zone: string | null;
  /** The first day of the week. */
  week_starts_on: 'monday' | 'friday' | 'saturday' | 'sunday';
  /** Whether members need a second factor to use it on the pages. */
  requires_second_factor: boolean;
  /** Whether assistants of members may reach it at /mcp, where the operator has that on. */
  mcp_enabled: boolean;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When the Account was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the Account last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

export type AccountCreate = Partial<
  Pick<Account, 'currency' | 'country' | 'time_zone' | 'week_starts_on'>
> & {
  /** Name of the business, with at least one visible character and no control characters. */
  name: string;
};

export type AccountUpdate = Partial<
  Pick<Account, 'currency' | 'country' | 'time_zone' | 'week_starts_on'>
> & {
  /** Name of the business, with at least one visible character and no control characters. */
  name?: string;
  /**
   * Whether members need a second factor to use it on the pages. Only for an owner who has one, and
   * who has signed in within the last 15 minutes.
   */
  requires_second_factor?: boolean;
  /** Whether assistants of members may reach it at /mcp. False ends that with the next request. */
  mcp_enabled?: boolean;
};

/** A name for a search, filters, order and columns of a list. */
export type View = {
  /** Identifier of the view. */
  uuid: string;
  /** The Account whose records it shows. */
  account_uuid: string;
  /** The User who made it. Null: it came with the Account. */
  owner_uuid: string | null;
  /** The kind of record that it shows. */
  resource: string;
  /** What the view shows, with at least one visible character and no control characters. */
  name: string;
  /** Whether all members of the Account see it. */
  shared: boolean;
  /**
   * The query of the list, without limit, cursor and account_uuid: filter[…], q, sort and
   * updated_since.
   */
  query: string;
  /** The columns of the table, in order. Null: the usual ones. */
  columns: Array<{
    /** A field, or custom.KEY. */
    field: string;
    /** In pixels. Null: the usual. */
    width: number | null;
  }> | null;
  /** How the pages show it. Only Deals have a board. */
  layout: 'table' | 'board';
  /** The field that the table is grouped by: choices, yes or no, a User or the stage. */
  group_by: string | null;
  /**
   * Whether your menu shows it, until you say otherwise: your own views do, and shared ones. Only
   * yours: others have their own.
   */
  pinned: boolean;
  /** Its place in your own order. Null: behind those that have one. */
  position: number | null;
  /** What its query asks that the list no longer has. The list leaves it out. */
  faults: Array<{
    /** The parameter of the query. */
    pointer: string;
    /** The kind of fault. */
    code: FieldErrorCode;
    /** Why it no longer works. */
    detail: string;
  }>;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When the view was made. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the view last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

export type ViewCreate = Partial<
  Pick<View, 'shared' | 'query' | 'columns' | 'layout' | 'group_by' | 'pinned' | 'position'>
> & {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  /** The kind of record that it shows. */
  resource: string;
  /** What the view shows, with at least one visible character and no control characters. */
  name: string;
};

export type ViewUpdate = Partial<
  Pick<View, 'name' | 'shared' | 'query' | 'columns' | 'layout' | 'group_by' | 'pinned' | 'position'>
>;

/** A file that is kept with records. Whoever reads one of them reads it, and nobody else. */
export type File = {
  /** Identifier of the file. */
  uuid: string;
  /** The Account it is in. */
  account_uuid: string;
  /** The User who sent it. Null: they are gone. */
  user_uuid: string | null;
  /** What people call the file, with at least one visible character and no control characters. */
  name: string;
  /**
   * What its bytes are, whatever its name says: a type that browsers show, or
   * application/octet-stream.
   */
  type:
    | 'image/png'
    | 'image/jpeg'
    | 'image/gif'
    | 'image/webp'
    | 'image/avif'
    | 'application/pdf'
    | 'application/octet-stream';
  /** Its length in bytes. */
  size_bytes: number;
  /** The SHA-256 of its bytes, in hexadecimal digits: the ETag of its content. */
  sha256: string;
  /**
   * What the scanner says. none: there is none. Bytes that are waiting or infected are not given
   * out.
   */
  scan: 'none' | 'waiting' | 'clean' | 'infected';
  /** Whether it has a small picture. */
  has_thumbnail: boolean;
  /** The records that it is kept with, of those that you may read. */
  records: Array<{
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal' | 'task' | 'note';
    /** The record. */
    uuid: string;
  }>;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When it came. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When its name or its records last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

export type FileUpdate = {
  /** What people call the file, with at least one visible character and no control characters. */
  name?: string;
  /** The records that it is kept with. Those that you may not read stay. */
  records?: Array<{
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal' | 'task' | 'note';
    /** The record. */
    uuid: string;
  }>;
};

/** A file on its way. One that broke off goes on where it ended. */
export type FileUpload = {
  /** Identifier of the upload. */
  uuid: string;
  /** The Account that the file comes into. */
  account_uuid: string;
  /** What people call the file, with at least one visible character and no control characters. */
  name: string;
  /** Its length in bytes. */
  size_bytes: number;
  /** How many bytes are here: go on from there. */
  received_bytes: number;
  /** The records that the file will be kept with. */
  records: Array<{
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal' | 'task' | 'note';
    /** The record. */
    uuid: string;
  }>;
  file: File | null;
  /** When it began. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it is forgotten, unless the file has come. ISO 8601 with milliseconds and the offset. */
  expires_at: string;
};

export type FileUploadCreate = {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  /** What people call the file, with at least one visible character and no control characters. */
  name: string;
  /** Its length in bytes. */
  size_bytes: number;
  /**
   * The records that it is kept with. Whoever reads one of them reads the file. Without any it is
   * yours alone, and gone after a day.
   */
  records?: Array<{
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal' | 'task' | 'note';
    /** The record. */
    uuid: string;
  }>;
};

/** A mail from or to people that the Account knows, as far as you may read it. */
export type Mail = {
  /** Identifier of the mail. */
  uuid: string;
  /** The Account it is in. */
  account_uuid: string;
  /** The mailbox it came by, if that is yours. Null otherwise. */
  mailbox_uuid: string | null;
  /** Whose mail it is. Null: they are gone. */
  user_uuid: string | null;
  /** The same for all mails of a conversation. */
  thread_uuid: string;
  /** in: to the Account. out: from it. */
  direction: 'in' | 'out';
  /** What others of the Account see of it. */
  visibility: 'hidden' | 'trace' | 'subject' | 'full';
  /**
   * What you may read of it. Whoever has a copy reads all of it; nobody gets more by their role.
   */
  level: 'trace' | 'subject' | 'full';
  /** When it was sent. ISO 8601 with milliseconds and the offset. */
  sent_at: string;
  /** Who wrote it, and to whom. Those whom you do not see are left out below full. */
  people: Array<{
    /** Where it stands. */
    role: 'from' | 'to' | 'cc';
    /** The address. */
    address: string;
    /** The name beside it, as it was written. */
    name: string;
    /** Whether it is an address of the Account itself. */
    is_own: boolean;
    /** The Contact, or else the Client, that you see with this address. */
    record: {
      /** The kind of record. */
      resource: 'client' | 'contact';
      /** The record. */
      uuid: string;
    } | null;
    /** Why the mail did not reach them, for good. Null: nobody reported that. */
    bounce: {
      /** The enhanced status code of the server (RFC 3463). 5.1.1: there is no such mailbox. */
      code: string;
      /**
       * When the report came that it was not delivered. ISO 8601 with milliseconds and the offset.
       */
      bounced_at: string;
      /** The words of the server. Null below full. */
      detail: string | null;
    } | null;
  }>;
  /** The Contacts and Clients that you see of whom it has an address. */
  records: Array<{
    /** The kind of record. */
    resource: 'client' | 'contact';
    /** The record. */
    uuid: string;
  }>;
  /** Null below the level subject. */
  subject: string | null;
  /** The beginning of its text. Null below full. */
  excerpt: string | null;
  /** Null below full. */
  attachment_count: number | null;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When it came here. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When its level last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

/** A conversation by mail, as far as you may read its mails. */
export type MailThread = {
  /** Identifier of the conversation: the thread_uuid of its mails. */
  uuid: string;
  /** The Account it is in. */
  account_uuid: string;
  /** Its mails that you may know of. */
  mail_count: number;
  /** The newest mail of the record in it, as far as you may read it. */
  last_mail: Mail;
};

/** A mail with its text. */
export type WholeMail = {
  /** Identifier of the mail. */
  uuid: string;
  /** The Account it is in. */
  account_uuid: string;
  /** The mailbox it came by, if that is yours. Null otherwise. */
  mailbox_uuid: string | null;
  /** Whose mail it is. Null: they are gone. */
  user_uuid: string | null;
  /** The same for all mails of a conversation. */
  thread_uuid: string;
  /** in: to the Account. out: from it. */
  direction: 'in' | 'out';
  /** What others of the Account see of it. */
  visibility: 'hidden' | 'trace' | 'subject' | 'full';
  /**
   * What you may read of it. Whoever has a copy reads all of it; nobody gets more by their role.
   */
  level: 'trace' | 'subject' | 'full';
  /** When it was sent. ISO 8601 with milliseconds and the offset. */
  sent_at: string;
  /** Who wrote it, and to whom. Those whom you do not see are left out below full. */
  people: Array<{
    /** Where it stands. */
    role: 'from' | 'to' | 'cc';
    /** The address. */
    address: string;
    /** The name beside it, as it was written. */
    name: string;
    /** Whether it is an address of the Account itself. */
    is_own: boolean;
    /** The Contact, or else the Client, that you see with this address. */
    record: {
      /** The kind of record. */
      resource: 'client' | 'contact';
      /** The record. */
      uuid: string;
    } | null;
    /** Why the mail did not reach them, for good. Null: nobody reported that. */
    bounce: {
      /** The enhanced status code of the server (RFC 3463). 5.1.1: there is no such mailbox. */
      code: string;
      /**
       * When the report came that it was not delivered. ISO 8601 with milliseconds and the offset.
       */
      bounced_at: string;
      /** The words of the server. Null below full. */
      detail: string | null;
    } | null;
  }>;
  /** The Contacts and Clients that you see of whom it has an address. */
  records: Array<{
    /** The kind of record. */
    resource: 'client' | 'contact';
    /** The record. */
    uuid: string;
  }>;
  /** Null below the level subject. */
  subject: string | null;
  /** The beginning of its text. Null below full. */
  excerpt: string | null;
  /** Null below full. */
  attachment_count: number | null;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When it came here. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When its level last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  /** Null below full. */
  text: string | null;
  /** Whether GET /mails/{uuid}/html shows it as it was designed. */
  has_html: boolean;
  /** Why nothing of its text was kept, though it is in the mailbox. Null: it was read. */
  unreadable: 'too_large' | 'too_many_parts' | 'broken' | null;
  /** Null below full. */
  attachments: Array<{
    /** Its place, from 1. */
    number: number;
    /** Its name. */
    name: string;
    /** What its bytes are, whatever its name says. */
    type: string;
    /** Its length. */
    size_bytes: number;
  }> | null;
};

export type MailUpdate = {
  /** What others of the Account see of it. */
  visibility: 'hidden' | 'trace' | 'subject' | 'full';
  /** Also all other mails of yours in its conversation. Default: false. */
  whole_thread?: boolean;
};

/** An address at which mail does not arrive, until somebody writes from it. */
export type MailBounce = {
  /** The address. */
  address: string;
  /** The enhanced status code of the server (RFC 3463). 5.1.1: there is no such mailbox. */
  code: string;
  /** When the report came that it was not delivered. ISO 8601 with milliseconds and the offset. */
  bounced_at: string;
  /** The newest mail that did not reach it. */
  mail_uuid: string;
};

/** That there is a mail with somebody. GET /api/v2/mails/{uuid} has what you may read of it. */
export type MailTrace = Pick<
  Mail,
  'account_uuid' | 'user_uuid' | 'thread_uuid' | 'direction' | 'sent_at' | 'created_at'
> & {
  /** The mail. */
  uuid: string;
  /** The Contact or Client with whom it is. A mail with several has an event for each. */
  record: {
    /** The kind of record. */
    resource: 'client' | 'contact';
    /** The record. */
    uuid: string;
  };
  /** Why it did not reach them, for good. Null in mail.logged. */
  bounce: {
    /** The enhanced status code of the server (RFC 3463). 5.1.1: there is no such mailbox. */
    code: string;
    /**
     * When the report came that it was not delivered. ISO 8601 with milliseconds and the offset.
     */
    bounced_at: string;
  } | null;
};

/** A text for mails, which all members of the Account use. */
export type MailTemplate = {
  /** Identifier of the template. */
  uuid: string;
  /** The Account whose members use it. */
  account_uuid: string;
  /** What it is for, with at least one visible character and no control characters. */
  name: string;
  /**
   * The subject; empty: the mail keeps its own. What is open is in two braces:
   * {{contact.first_name}}, {{contact.last_name}}, {{contact.name}}, {{contact.job_title}},
   * {{client.name}}, {{deal.title}}, {{account.name}}, {{user.name}}, {{user.email}}.
   */
  subject: string;
  /**
   * The text, in Markdown. What is open is in two braces: {{contact.first_name}},
   * {{contact.last_name}}, {{contact.name}}, {{contact.job_title}}, {{client.name}},
   * {{deal.title}}, {{account.name}}, {{user.name}}, {{user.email}}.
   */
  text: string;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When it was made. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

export type MailTemplateCreate = {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  /** What it is for, with at least one visible character and no control characters. */
  name: string;
  /**
   * The subject; empty: the mail keeps its own. What is open is in two braces:
   * {{contact.first_name}}, {{contact.last_name}}, {{contact.name}}, {{contact.job_title}},
   * {{client.name}}, {{deal.title}}, {{account.name}}, {{user.name}}, {{user.email}}.
   */
  subject?: string;
  /**
   * The text, in Markdown. What is open is in two braces: {{contact.first_name}},
   * {{contact.last_name}}, {{contact.name}}, {{contact.job_title}}, {{client.name}},
   * {{deal.title}}, {{account.name}}, {{user.name}}, {{user.email}}.
   */
  text: string;
};

export type MailTemplateUpdate = Partial<Pick<MailTemplate, 'name' | 'subject' | 'text'>>;

/** A template with the values of a record and of whom the mail goes to. */
export type MailTemplateFilled = {
  /** The subject. */
  subject: string;
  /** The text. */
  text: string;
  /**
   * What has no value and still stands in its braces. A mail with them is refused: write something
   * in their place.
   */
  empty: string[];
};

/** A mail of yours on its way out. It is sent at most once, unless you say otherwise. */
export type OutgoingMail = {
  /** Identifier of the mail while it is sent. */
  uuid: string;
  /** The Account it is written in. */
  account_uuid: string;
  /** The User who wrote it. */
  user_uuid: string;
  /** The mailbox from which it goes. Null: it was disconnected. */
  mailbox_uuid: string | null;
  from: {
    /** The address. */
    address: string;
    /** The name beside it; empty: none. */
    name: string;
  };
  /** To whom it goes. */
  to: Array<{
    /** The address. */
    address: string;
    /** The name beside it; empty: none. */
    name: string;
  }>;
  /** Who gets a copy. */
  cc: Array<{
    /** The address. */
    address: string;
    /** The name beside it; empty: none. */
    name: string;
  }>;
  /** Its subject, with at least one visible character and no control characters. */
  subject: string;
  /**
   * Its text in Markdown. It is sent as it is, and beside it as simple HTML. HTML in it is text.
   */
  text: string;
  /** The mail that it answers. Null: none. */
  in_reply_to_uuid: string | null;
  /** The files that go with it. */
  files: Array<{
    /** The file. */
    uuid: string;
    /** Its name. */
    name: string;
    /** Its length. */
    size_bytes: number;
  }>;
  /** The attachments of other mails that go with it. */
  attachments: Array<{
    /** The mail that has it. */
    mail_uuid: string;
    /** Its place in that mail, from 1. */
    number: number;
    /** Its name. */
    name: string;
    /** Its length. */
    size_bytes: number;
  }>;
  record: {
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal';
    /** The record. */
    uuid: string;
  } | null;
  /**
   * waiting: it is sent at send_at. sending: now. sent. uncertain: the server was given it and did
   * not answer; it is looked for in the folder of sent mail, and is not sent again unless you say
   * so. failed: it was not sent. cancelled: you took it back.
   */
  state: 'waiting' | 'sending' | 'sent' | 'uncertain' | 'failed' | 'cancelled';
  /** What went wrong. Null: nothing. */
  problem: {
    /**
     * refused_by_server, receiver_refused, sign_in_refused: the server says no. unreachable: away,
     * or it asks to wait; it is tried again while the state is waiting. not_allowed: Rapport does
     * not connect so. interrupted: no answer came. late: it waited too long to be sent by itself.
     * disconnected: its mailbox is gone. file_gone: a file that goes with it was deleted.
     */
    code:
      | 'refused_by_server'
      | 'receiver_refused'
      | 'sign_in_refused'
      | 'unreachable'
      | 'not_allowed'
      | 'interrupted'
      | 'late'
      | 'disconnected'
      | 'file_gone';
    /** The words of the server, or what happened. */
    detail: string;
  } | null;
  /**
   * When it is sent, or tried again. Until then it can be taken back. ISO 8601 with milliseconds
   * and the offset.
   */
  send_at: string;
  /** The mail it became. Null: it is not sent, or nobody in it is known any more. */
  mail_uuid: string | null;
  /** When it was written. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When its state last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

export type MailCreate = {
  /** A mailbox of your own, from which it goes. It needs a server for sending. */
  mailbox_uuid: string;
  /** To whom it goes. With cc at most 20; one of them must be a Client or Contact that you see. */
  to: Array<{
    /** The address. */
    address: string;
    /** The name beside it. Default: none. */
    name?: string;
  }>;
  /** Who gets a copy. Default: nobody. */
  cc?: Array<{
    /** The address. */
    address: string;
    /** The name beside it. Default: none. */
    name?: string;
  }>;
  /** Its subject, with at least one visible character and no control characters. */
  subject: string;
  /**
   * Its text in Markdown. It is sent as it is, and beside it as simple HTML. HTML in it is text.
   */
  text: string;
  /** The mail that it answers, of which you read all. It then stands in its conversation. */
  in_reply_to_uuid?: string | null;
  /** Files that go with it, of 18 MiB in all at the most. Default: none. */
  file_uuids?: string[];
  /**
   * Attachments of mails of which you read all, for one that is passed on. They count with its
   * files. Default: none.
   */
  attachments?: Array<{
    /** The mail that has it. */
    mail_uuid: string;
    /** Its place in that mail, from 1. */
    number: number;
  }>;
  record?: {
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal';
    /** The record. */
    uuid: string;
  } | null;
};

export type OutgoingMailResolve = {
  /**
   * sent: it arrived, and stands with its record from now on. resend: it is sent once more, and may
   * arrive twice if the first one did.
   */
  as: 'sent' | 'resend';
};

/** A tag that records of an Account have. Records name it. */
export type Tag = {
  /** Identifier of the tag. */
  uuid: string;
  /** The Account whose records have it. */
  account_uuid: string;
  /** How the Account spells it, with at least one visible character and no control characters. */
  name: string;
  /** The colour of its badge. Null: none. */
  color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'grape' | 'pink' | null;
  /** How many records have it: of all kinds, or of the one asked for. At most 10,001 a kind. */
  count: number;
  /** The same by kind of record. */
  counts: Record<string, number>;
  /** The job that writes it into many records, while it runs. */
  job_uuid: string | null;
  /** Counts the changes of the tag itself. */
  version: number;
  /** When it was first used. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When its name or colour last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

export type TagUpdate = {
  /** How the Account spells it, with at least one visible character and no control characters. */
  name?: string;
  /** The colour of its badge. Null: none. */
  color?: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'grape' | 'pink' | null;
};

/** One User's association with one Account, with a role. */
export type Login = {
  /** Identifier of the Login. */
  uuid: string;
  /** The Account. */
  account_uuid: string;
  /** The User. */
  user_uuid: string;
  /**
   * viewer reads; member also writes clients; admin also manages logins; owner also the Account
   * itself.
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /**
   * When the User last made a request, to within five minutes. ISO 8601 with milliseconds and the
   * offset.
   */
  last_used_at: string | null;
  /** When the Login was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the Login last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  user: User;
  account: Account;
};

export type LoginCreate = {
  /** E-mail address of an existing User, who then accepts or declines. */
  email: string;
  /**
   * viewer reads; member also writes clients; admin also manages logins; owner also the Account
   * itself.
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /**
   * True: you asked the person whose address it is, and they have made this User. Needed while
   * `email_verified` is false: anybody can have made it.
   */
  address_confirmed?: boolean;
};

export type LoginUpdate = {
  /**
   * viewer reads; member also writes clients; admin also manages logins; owner also the Account
   * itself.
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
};

/** A Login that its User has not accepted yet. It gives no access. */
export type PendingLogin = {
  /** Identifier of the pending Login. */
  uuid: string;
  /** The Account. */
  account_uuid: string;
  /** Name of the Account. */
  account_name: string;
  /** The User who is to join. */
  user_uuid: string;
  /** Their address. */
  email: string;
  /**
   * Whether the address is proven to be the User's: they followed a link mailed to it, or the
   * operator vouches for it. False: it was only typed in, perhaps by somebody else.
   */
  email_verified: boolean;
  /**
   * viewer reads; member also writes clients; admin also manages logins; owner also the Account
   * itself.
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** It gives no access until the User accepts it. */
  status: 'pending';
  /** Who adds them. */
  sender_name: string;
  /** Until when the User can accept it. ISO 8601 with milliseconds and the offset. */
  expires_at: string;
  /** When they were added. ISO 8601 with milliseconds and the offset. */
  created_at: string;
};

/** An open invitation to an Account. */
export type Invitation = {
  /** Identifier of the invitation. */
  uuid: string;
  /** The Account. */
  account_uuid: string;
  /** Who is invited. */
  email: string;
  /**
   * viewer reads; member also writes clients; admin also manages logins; owner also the Account
   * itself.
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /**
   * The User whose pending Login it is: they accept or decline it on their own page. Null: whoever
   * is invited has a link.
   */
  user_uuid: string | null;
  /**
   * Whether the address is proven to be that User's. False: somebody else may have typed it in.
   * Null: whoever is invited has a link.
   */
  email_verified: boolean | null;
  /**
   * Since when the mail server knows nobody at this address. Null: it has not said so. ISO 8601
   * with milliseconds and the offset.
   */
  email_refused_at: string | null;
  /** Until when it can be accepted. ISO 8601 with milliseconds and the offset. */
  expires_at: string;
  /** When it was sent. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /**
   * When its link was last made, to be passed on by hand. Null: none was made, or it was mailed.
   * ISO 8601 with milliseconds and the offset.
   */
  link_made_at: string | null;
};

export type InvitationCreate = {
  /** Whom to invite; a User who is there already, or not yet. */
  email: string;
  /**
   * viewer reads; member also writes clients; admin also manages logins; owner also the Account
   * itself.
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
};

/**
 * A field that an Account has given to a kind of record. Its value is in `custom.KEY` of the
 * record, is checked, and can be filtered, sorted and added up.
 */
export type CustomField = {
  /** Identifier of the custom field. */
  uuid: string;
  /** The Account that has it. */
  account_uuid: string;
  /** The kind of record that has it. */
  resource: 'client' | 'contact' | 'deal' | 'pipeline' | 'task' | 'note';
  /**
   * The name in `custom`, which records may have already. Made from the label when left out. It
   * never changes. Without commas and square brackets.
   */
  key: string;
  /** What people read, with at least one visible character and no control characters. */
  label: string;
  /** A hint for those who fill it in, without control characters. */
  help: string | null;
  /**
   * The heading under which the page of a record shows it, with others of that group, with at least
   * one visible character and no control characters.
   */
  group_name: string | null;
  /** What its values are. POST /{uuid}/convert changes it. */
  type: CustomFieldType;
  /** For choice and choices: the values, in order. */
  options: CustomFieldOption[];
  /** Whether a new record needs it. */
  required: boolean;
  /** Whether no two records may have the same value. Case and accents do not count. */
  unique: boolean;
  /** Its place: the lowest is the first. */
  position: number;
  /** When it was put aside. Null: it is in use. ISO 8601 with milliseconds and the offset. */
  archived_at: string | null;
  /**
   * The job that reads the values which records have already (GET /api/v2/jobs/{uuid}). Until it
   * ends, filters and orders miss some of them. Null: it is done.
   */
  job_uuid: string | null;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When it was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

export type CustomFieldCreate = Partial<
  Pick<CustomField, 'key' | 'help' | 'group_name' | 'required' | 'unique' | 'position'>
> & {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  /** The kind of record that gets it. */
  resource: 'client' | 'contact' | 'deal' | 'pipeline' | 'task' | 'note';
  /** What people read, with at least one visible character and no control characters. */
  label: string;
  /** What its values are. POST /{uuid}/convert changes it. */
  type: CustomFieldType;
  /** For choice and choices: the values. One that is left out of a change is archived. */
  options?: CustomFieldOptionWritten[];
  /** What becomes of values that do not fit: they stay as they are, or go. */
  failing?: 'keep' | 'clear';
};

export type CustomFieldUpdate = Partial<
  Pick<
    CustomField,
    'label' | 'help' | 'group_name' | 'type' | 'required' | 'unique' | 'position' | 'archived_at'
  >
> & {
  /** For choice and choices: the values. One that is left out of a change is archived. */
  options?: CustomFieldOptionWritten[];
};

export type CustomFieldPreview = {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  /** The kind of record. */
  resource: 'client' | 'contact' | 'deal' | 'pipeline' | 'task' | 'note';
  /**
   * The name in `custom`, which records may have already. Made from the label when left out. It
   * never changes. Without commas and square brackets.
   */
  key: string;
  /** What its values are. POST /{uuid}/convert changes it. */
  type: CustomFieldType;
  /** For choice and choices: the values. One that is left out of a change is archived. */
  options?: CustomFieldOptionWritten[];
  /** How many values that do not fit to show; 20 when left out. */
  examples_max?: number;
};

/** How the values that records have under a key fit a type. */
export type CustomFieldFit = {
  /** Records whose value fits. */
  fit: number;
  /** Records without a value. */
  empty: number;
  failing: {
    /** Records whose value does not fit. */
    count: number;
    /** The first of them: 20, or examples_max. */
    examples: Array<{
      /** The record. */
      uuid: string;
      /** Its name. */
      name: string;
      /** The value, as JSON unless it is a text. */
      value: string;
    }>;
  };
  /** What the field changes when it is made, such as 15.01.2027 into 2027-01-15. */
  respelled: {
    /** Records whose value fits in another spelling. */
    count: number;
    /** The first of them: 5, or examples_max if that is less. */
    examples: Array<{
      /** The record. */
      uuid: string;
      /** Its name. */
      name: string;
      /** The value that it has. */
      value: string;
      /** The value that it gets. */
      becomes: string;
    }>;
  };
};

export type CustomFieldConvert = {
  /** What its values are. POST /{uuid}/convert changes it. */
  type: CustomFieldType;
  /** For choice and choices: the values. One that is left out of a change is archived. */
  options?: CustomFieldOptionWritten[];
  /** What becomes of values that do not fit: they stay as they are, or go. */
  failing?: 'keep' | 'clear';
};

/** What a custom field was from a time on. */
export type CustomFieldVersion = {
  /** The version of the definition. */
  version: number;
  /** What people read, with at least one visible character and no control characters. */
  label: string;
  /** What its values are. POST /{uuid}/convert changes it. */
  type: CustomFieldType;
  /** For choice and choices: the values. */
  options: CustomFieldOption[];
  /** From when on values were written under it. ISO 8601 with milliseconds and the offset. */
  since: string;
};

/** A key in `custom` of some records that no custom field declares. */
export type UndeclaredKey = {
  /** The name in `custom`. */
  key: string;
  /** How many records have it. */
  count: number;
};

export type ImportResult = {
  /** The Account that the records belong to. */
  account_uuid: string;
  /** Whether this was a trial: everything was checked and nothing kept. */
  dry_run: boolean;
  /** Rows that became a new record. */
  created: number;
  /** Rows that changed the record with their external_id. */
  updated: number;
  /** Rows that said what the record says already. */
  unchanged: number;
  /** Rows that were refused; the others are not affected. */
  failed: number;
  /**
   * What was wrong with the rows that failed: the first 10 faults of each, for the first 1000 of
   * these rows.
   */
  failures: ImportFault[];
  /** Cells that could not be read. Their rows were taken without them. */
  lost_cells: number;
  /** These cells: the first 10 of each row, for the first 1000 of these rows. */
  losses: ImportFault[];
  /** How the columns of the file were understood. */
  columns: Array<{
    /** Name of the column. */
    column: string;
    /** What it was read as; null: ignored. */
    field: string | null;
  }>;
};

export type BatchRequest = {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  operations: Array<{
    /** What to do. */
    action: 'create' | 'update' | 'delete' | 'restore';
    /** The record; needed by all but create. */
    uuid?: string;
    /** The version that you have read: 412 when the record has changed since. */
    version?: number;
    /** The fields, as for creating or changing one record. */
    data?: Record<string, unknown>;
  }>;
};

export type BatchResult = {
  /** The Account that the records belong to. */
  account_uuid: string;
  outcomes: Array<{
    /** What was to be done. */
    action: 'create' | 'update' | 'delete' | 'restore';
    /** As the request for this one record would be answered. */
    status: number;
    /** The record; null when none was made. */
    uuid: string | null;
    /** The record; null when it was refused or deleted. */
    data: Record<string, unknown> | null;
    problem: {
      code: ProblemCode;
      /** What happened and what to do. */
      detail: string;
      errors: Array<{
        /** JSON pointer into `data` of the operation. */
        pointer: string;
        /** The kind of fault. */
        code: FieldErrorCode;
        /** What is wrong. */
        detail: string;
        /** With taken: the record that has the value. */
        uuid?: string;
      }>;
    } | null;
  }>;
};

export type BulkRequest = {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  /** Which records. Or query instead. */
  records?: Array<{
    /** The record. */
    uuid: string;
    /** The version that you have read: a record that has changed since is left alone. */
    version?: number;
  }>;
  /**
   * Which records: all of the list with this query, which may be empty, at most 100000. The set and
   * the versions are those at the time of this request.
   */
  query?: string;
  /** With query: how many records you saw in that list. 409 when it has more or fewer now. */
  count?: number;
  /** With query: records of the list that are left alone. */
  except?: string[];
  /** What to do with each. */
  action: 'update' | 'delete';
  /** With update: the fields to set. Of custom only the given keys change; null empties one. */
  data?: Record<string, unknown>;
  /** With update: tags to add to those that each record has. */
  add_tags?: string[];
  /** With update: tags to take away, in whatever spelling. */
  remove_tags?: string[];
};

/** A change of many records, which goes on after the answer. */
export type BulkStarted = {
  /** The Account. */
  account_uuid: string;
  /** The change, which can be taken back as a whole, also while the job is at work. */
  change_uuid: string;
  /** The job that does it (GET /api/v2/jobs/{uuid}). */
  job_uuid: string;
  /** How many records it is about. */
  total_count: number;
};

/** A record or mail that a search has found. */
export type SearchHit = {
  /** The kind of record, or mail. */
  resource: 'client' | 'contact' | 'deal' | 'task' | 'note' | 'mail';
  /** The record. */
  uuid: string;
  /** The Account that it belongs to. */
  account_uuid: string;
  /**
   * What it is called; of a Note its beginning; of a mail its subject, or with whom it is for who
   * may not read that.
   */
  title: string;
  /**
   * What tells it from others of the same name: of a Contact the job and the Client, of a Client
   * the city, of a Deal the Client, of a mail its people. Null: nothing is known.
   */
  hint: string | null;
  /** Of a mail the Contact, or else the Client, in whose history it is. Null otherwise. */
  record: {
    /** The kind of record. */
    resource: 'client' | 'contact';
    /** The record. */
    uuid: string;
  } | null;
};

/** The open Deals of a pipeline by their stages. */
export type Board = {
  /** The pipeline. */
  pipeline_uuid: string;
  /** The stages in order. */
  stages: Array<{
    /** The stage. */
    stage_uuid: string;
    /** How many open Deals are in it. */
    count: number;
    /** What its Deals are worth, by currency. */
    amounts: Array<{
      /** Null: Deals without a currency. */
      currency: string | null;
      /** What they add up to. */
      amount: string;
    }>;
    /** 50 of them, the last that entered it first. */
    deals: Deal[];
    /** For the next 50, with stage_uuid. Null: these were all. */
    next_cursor: string | null;
  }>;
  /**
   * Those of the records that you may see and not change. Only where the Account narrows what you
   * may change.
   */
  unchangeable?: string[];
};

/** Figures, each with the list of records behind it. */
export type ReportTables = {
  /** The report. */
  name: string;
  /** The Account. */
  account_uuid: string;
  /** The first day that counts. Null for a report about now. */
  from: string | null;
  /** The day behind the last one. */
  until: string | null;
  /** The past day whose end it shows. Null: now. */
  as_of: string | null;
  /** Only Deals of this pipeline. */
  pipeline_uuid: string | null;
  /** Only what this User looks after. */
  owner_uuid: string | null;
  /** Whose days are meant. */
  time_zone: string;
  /**
   * Since when the Account has a history. What was before is not counted. Null: not needed. ISO
   * 8601 with milliseconds and the offset.
   */
  history_since: string | null;
  tables: Array<{
    /** What its rows are. */
    name: string;
    /** The currency of its amounts. Amounts of several currencies are never added up. */
    currency: string | null;
    columns: Array<{
      name: string;
      /** What its figures are. */
      unit: 'count' | 'amount' | 'percent' | 'days';
    }>;
    rows: Array<{
      /** What the row is about: a uuid, a month such as 2026-11, or a text. */
      key: string | null;
      /** The same for people. */
      label: string;
      /** One for each column, in their order. */
      figures: ReportFigure[];
    }>;
    /** The figures of all rows together, one for each column. */
    totals: ReportFigure[];
  }>;
};

/** A Deal as it was, and as it is. */
export type PastDeal = {
  /** The Deal. */
  uuid: string;
  /** As it was. Null: it was not there. */
  before: Deal | null;
  /** As it is. Null: it was deleted. */
  now: Deal | null;
};

/** Acts for one User, in all their Accounts or in chosen ones. */
export type PersonalAccessToken = {
  /** Identifier of the token. */
  uuid: string;
  /** The User for whom it acts. */
  user_uuid: string;
  /** What it is for. */
  name: string;
  /** The last four characters, to tell tokens apart. */
  last_four: string;
  /** Where it creates what names no Account. Null: where its User does. */
  default_account_uuid: string | null;
  /** What it may do, separated by spaces; * is all that its User may. */
  scope: string;
  /** The Accounts that it is for. Null: all of its User, also those joined later. */
  account_uuids: string[] | null;
  /** When it stops working. Null: never. ISO 8601 with milliseconds and the offset. */
  expires_at: string | null;
  /** When it was revoked. ISO 8601 with milliseconds and the offset. */
  revoked_at: string | null;
  /** When it was last used, to within five minutes. ISO 8601 with milliseconds and the offset. */
  last_used_at: string | null;
  /** From where. */
  last_used_address: string | null;
  /** With what. */
  last_used_agent: string | null;
  /** When it was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

/** One User's consent to one application. */
export type Grant = {
  /** Identifier of the grant. */
  uuid: string;
  /** The User who gave it. */
  user_uuid: string;
  application: {
    /** Client ID of the application. */
    client_id: string;
    name: string;
    company: string;
  };
  /** What the User allowed. */
  scope: string;
  /** The Accounts that it is for. Null: all of the User, also those joined later. */
  account_uuids: string[] | null;
  /**
   * When the application last made a request, to within five minutes. ISO 8601 with milliseconds
   * and the offset.
   */
  last_used_at: string | null;
  /**
   * When its last refresh token expires. Null: it holds no tokens, and the User is only not asked
   * again. ISO 8601 with milliseconds and the offset.
   */
  expires_at: string | null;
  /** Since when the application is connected. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the User last allowed it. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

/** Who did what, when and from where. */
export type AuditEntry = {
  /** Identifier of the entry. */
  uuid: string;
  /** What happened. */
  action:
    | 'sign_in.succeeded'
    | 'sign_in.failed'
    | 'sign_in.confirmed'
    | 'second_factor.enabled'
    | 'second_factor.disabled'
    | 'second_factor.failed'
    | 'second_factor.recovery_code_used'
    | 'second_factor.recovery_codes_renewed'
    | 'second_factor.reset'
    | 'sign_out.succeeded'
    | 'personal_access_token.created'
    | 'personal_access_token.rotated'
    | 'personal_access_token.revoked'
    | 'personal_access_token.shut_out'
    | 'personal_access_token.leaked'
    | 'calendar_feed.created'
    | 'calendar_feed.renewed'
    | 'calendar_feed.revoked'
    | 'calendar_feed.leaked'
    | 'password_reset.requested'
    | 'password.changed'
    | 'password.reset'
    | 'name.changed'
    | 'email_change.requested'
    | 'email.changed'
    | 'user.deactivated'
    | 'user.reactivated'
    | 'user.email_verified'
    | 'user.handed_over'
    | 'session.ended'
    | 'invitation.sent'
    | 'invitation.link_shown'
    | 'invitation.withdrawn'
    | 'invitation.accepted'
    | 'invitation.declined'
    | 'login.created'
    | 'login.updated'
    | 'login.deleted'
    | 'account.second_factor_required'
    | 'account.second_factor_optional'
    | 'account.access_changed'
    | 'team.created'
    | 'team.updated'
    | 'team.deleted'
    | 'account.deleted'
    | 'account.exported'
    | 'account.export_downloaded'
    | 'account.imported'
    | 'account.restored'
    | 'webhook_subscription.created'
    | 'webhook_subscription.updated'
    | 'webhook_subscription.deleted'
    | 'oauth_authorization.allowed'
    | 'oauth_authorization.denied'
    | 'oauth_code.redeemed'
    | 'oauth_code.replayed'
    | 'oauth_token.refreshed'
    | 'oauth_token.reused'
    | 'oauth_token.leaked'
    | 'oauth_token.revoked'
    | 'oauth_grant.revoked'
    | 'oauth_grant.shut_out'
    | 'oauth_client.created'
    | 'oauth_client.updated'
    | 'oauth_client.secret_rotated'
    | 'oauth_client.deleted';
  actor: {
    /**
     * Who did it: a token, an application, a session, the operator, the service itself, or somebody
     * unknown.
     */
    type:
      | 'personal_access_token'
      | 'oauth_access_token'
      | 'oauth_client'
      | 'browser_session'
      | 'operator'
      | 'service'
      | 'unknown';
    /** The token, application or session. */
    uuid: string | null;
    name: string;
  };
  /** The User concerned. */
  user_uuid: string | null;
  /** The application concerned. */
  oauth_client_uuid: string | null;
  /** The Account concerned. */
  account_uuid: string | null;
  /** Network address. Null: the command line. */
  address: string | null;
  /** The X-Request-Id of the request. */
  request_id: string;
  /** What else is worth knowing. Never a secret. */
  details: Record<string, unknown>;
  /** When it happened. ISO 8601 with milliseconds and the offset. */
  created_at: string;
};

/** A request that a token or an application of yours made to the API. */
export type ApiRequest = {
  /** Identifier of the entry. */
  uuid: string;
  /** The method. */
  method: string;
  /** The path, without its query. */
  path: string;
  /** The status of the answer. */
  status: number;
  /** The code of a refusal. Null: none. */
  problem_code: string | null;
  /** From the headers of the request to the end of the answer, in milliseconds. */
  duration_ms: number;
  /** The X-Request-Id of the answer. */
  request_id: string;
  /** The personal access token. Null: an application asked. */
  token_uuid: string | null;
  /** The application. Null: a personal access token asked. */
  client_id: string | null;
  /** What the token or the application is called. Null: it is no more. */
  name: string | null;
  /** When it was answered. ISO 8601 with milliseconds and the offset. */
  created_at: string;
};

/** What a person or program did in one go: a request, an import, an undo. */
export type Change = {
  /** Identifier of the change: change_uuid of its events, and X-Change-Uuid of its requests. */
  uuid: string;
  /** The Account in which it happened. */
  account_uuid: string;
  /** How it came: page, api, cli for one record; the others for many at once, or for an undo. */
  source: 'api' | 'page' | 'cli' | 'import' | 'batch' | 'bulk' | 'merge' | 'tag' | 'undo';
  actor: Actor;
  /** When it began. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** Its events. */
  counts: {
    /** Events of new records. */
    created: number;
    /** Events of changed records. */
    updated: number;
    /** Events of deleted records. */
    deleted: number;
    /** Events of restored records. */
    restored: number;
  };
  /** The kinds of what it changed. */
  resources: string[];
  /** The change that it took back. Null: it is no undo. */
  undoes: string | null;
  /** The change that took it back. Null: none did, or that one was taken back. */
  undone_by: string | null;
  /**
   * Until then it can be taken back, by its User and by owners and admins. Null: it cannot. ISO
   * 8601 with milliseconds and the offset.
   */
  undoable_until: string | null;
};

/** A change, with what came of it as an undo. */
export type ChangeInFull = Change & {
  /** Of an undo, for 30 days: what came of it. Null: it is none, or an older one. */
  outcome: {
    /** running: a job is at it. stopped: it ended before all was taken back. */
    state: 'running' | 'completed' | 'stopped';
    /** Records that are, or would be, as before. */
    undone: number;
    /** What stays as it is, because it has changed since or cannot be as before. At most 1000. */
    kept: Array<{
      /** The kind of record. */
      resource: string;
      /** The record. */
      uuid: string;
      /** The field. Null: the whole record stays as it is. */
      field: string | null;
      /** Why it stays as it is. */
      reason: string;
    }>;
    /** How much stays as it is. */
    kept_count: number;
    /** The job that does it. Null: it was done at once. */
    job_uuid: string | null;
  } | null;
};

/** Work that goes on after the request that asked for it, step by step, in the workers. */
export type Job = {
  /** Identifier of the job. */
  uuid: string;
  /** What is done. */
  type: string;
  /** The Account whose data it is about. Null: none. */
  account_uuid: string | null;
  /**
   * What it works on: the import, the export, the change that it makes or takes back, the custom
   * field, the tag or the webhook subscription. Null: nothing of these.
   */
  subject_uuid: string | null;
  /** The kind of record that a bulk change is about. Null: any. */
  resource: string | null;
  /** waiting: not begun, or put off after a failure. The last three are ends. */
  state: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** How much is done. */
  done_count: number;
  /** How much there is to do. Null: not known. */
  total_count: number | null;
  /** What it does now, or why it failed. */
  detail: string | null;
  /** What came of it; what is in it depends on the type. */
  result: Record<string, unknown> | null;
  /** When it was asked for. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last got on. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  /** When it ended. Null: it has not. ISO 8601 with milliseconds and the offset. */
  finished_at: string | null;
};

/** What a User is told without asking. */
export type Notification = {
  /** Identifier of the notification. */
  uuid: string;
  /** The Account that it is about. Null: none. */
  account_uuid: string | null;
  /** Why the User is told. */
  sort:
    | 'reminder'
    | 'assigned'
    | 'mentioned'
    | 'deal_changed'
    | 'view_shared'
    | 'import_done'
    | 'bulk_done'
    | 'owner_joined'
    | 'receiver_disabled'
    | 'proposed'
    | 'mail_refused'
    | 'mailbox_refused'
    | 'mail_not_sent'
    | 'mail_held';
  /** The event of the first record. Null: none. */
  event: string | null;
  /** What it is about; with a count above 1, the first of them. */
  subject: {
    /**
     * A kind of record, or change, import, mail_drop_box, mailbox, proposal or
     * webhook_subscription. Of a shared view: the kind of its list. Of a refused mail: user (your
     * own address) or invitation. Of an owner who has joined: user.
     */
    resource: string;
    /** The record, or the view. */
    uuid: string;
    /** Its name then, or the beginning of its text. */
    name: string;
  };
  /** The records that one change is about. They share a notification. */
  count: number;
  /** Who did it. Null: nobody, as with a reminder. */
  by: {
    /** The User on whose behalf it happened. Null: the operator. */
    user_uuid: string | null;
    /** Their name. */
    name: string;
    /** The token or application. Null: the pages. */
    program: string | null;
  } | null;
  /** The change (GET /api/v2/changes/{uuid}). Null: none. */
  change_uuid: string | null;
  /** Of a reminder: the day. */
  due_on: string | null;
  /** Of a reminder: the time, if there is one. ISO 8601 with milliseconds and the offset. */
  due_at: string | null;
  /** Whether the User wants to hear of this sort from the browser, too. */
  by_browser: boolean;
  /** When it came. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it was read. Null: it is unread. ISO 8601 with milliseconds and the offset. */
  read_at: string | null;
};

/** What was marked as read. */
export type NotificationsRead = {
  /** How many were unread. */
  read: number;
};

/** The number at the bell. */
export type UnreadNotifications = {
  /** How many are unread: at most 100. */
  unread: number;
  /** The newest notification, read or not. Null: there is none. */
  newest_uuid: string | null;
};

/** Of what, and where, a User wants to be told. */
export type NotificationSettings = {
  /** Where the User is told of each sort. */
  sorts: {
    reminder: NotificationPlaces;
    assigned: NotificationPlaces;
    mentioned: NotificationPlaces;
    deal_changed: NotificationPlaces;
    view_shared: NotificationPlaces;
    import_done: NotificationPlaces;
    bulk_done: NotificationPlaces;
    owner_joined: NotificationPlaces;
    receiver_disabled: NotificationPlaces;
    proposed: NotificationPlaces;
    mail_refused: NotificationPlaces;
    mailbox_refused: NotificationPlaces;
    mail_not_sent: NotificationPlaces;
    mail_held: NotificationPlaces;
  };
  /**
   * Whether a mail comes at seven in the morning of the User: what is overdue and due, and Deals
   * without a next step. None comes when there is nothing.
   */
  morning_mail: boolean;
  /** kept: this Rapport has no mail server, so no mail is sent. */
  mails: 'sent' | 'kept';
};

export type NotificationSettingsUpdate = {
  /** What is left out stays. */
  sorts?: {
    reminder?: Partial<NotificationPlaces>;
    assigned?: Partial<NotificationPlaces>;
    mentioned?: Partial<NotificationPlaces>;
    deal_changed?: Partial<NotificationPlaces>;
    view_shared?: Partial<NotificationPlaces>;
    import_done?: Partial<NotificationPlaces>;
    bulk_done?: Partial<NotificationPlaces>;
    owner_joined?: Partial<NotificationPlaces>;
    receiver_disabled?: Partial<NotificationPlaces>;
    proposed?: Partial<NotificationPlaces>;
    mail_refused?: Partial<NotificationPlaces>;
    mailbox_refused?: Partial<NotificationPlaces>;
    mail_not_sent?: Partial<NotificationPlaces>;
    mail_held?: Partial<NotificationPlaces>;
  };
  /**
   * Whether a mail comes at seven in the morning of the User: what is overdue and due, and Deals
   * without a next step. None comes when there is nothing.
   */
  morning_mail?: boolean;
};

/** Changes that a program proposes. Nothing is written before a person accepts them. */
export type Proposal = {
  /** Identifier of the proposal. */
  uuid: string;
  /** The Account of the records. */
  account_uuid: string;
  /** The User to whom it is made: the one for whom the program acts. */
  user_uuid: string;
  /** open: it waits, or a part of it does. expired: nobody decided in time. */
  state: 'open' | 'accepted' | 'partly_accepted' | 'declined' | 'expired';
  proposed_by: Actor;
  /** Until when it can be accepted. ISO 8601 with milliseconds and the offset. */
  expires_at: string;
  /** When it was made. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When something was last decided. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  /** What is proposed, in order. */
  operations: Array<{
    /** What is proposed. */
    action: 'create' | 'update';
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal' | 'task' | 'note';
    /** The record; of a new one its uuid once it was accepted. */
    uuid: string | null;
    /** What became of it. */
    state: 'open' | 'accepted' | 'declined';
  }>;
};

/** A proposal, beside its records as they are now. */
export type ProposalInFull = Pick<
  Proposal,
  'uuid' | 'account_uuid' | 'user_uuid' | 'state' | 'proposed_by' | 'expires_at' | 'created_at' | 'updated_at'
> & {
  /** Why, in words of the program. */
  message: string | null;
  operations: Array<{
    /** What is proposed. */
    action: 'create' | 'update';
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal' | 'task' | 'note';
    /** The record; of a new one its uuid once it was accepted. */
    uuid: string | null;
    /** What became of it. */
    state: 'open' | 'accepted' | 'declined';
    /** The fields as they were proposed. */
    fields: Record<string, unknown>;
    /** When it was decided. ISO 8601 with milliseconds and the offset. */
    decided_at: string | null;
    /** The User who decided. */
    decided_by: string | null;
    /** The change that it became, which can be taken back. */
    change_uuid: string | null;
    /** What it would do to the record as it is now. Null: it was decided. */
    difference: {
      /** What the record is called. */
      title: string | null;
      /** Its version now: send it to accept. */
      version: number | null;
      /** The fields that would change, as they are now. Null: a new record. */
      previous: Record<string, unknown> | null;
      /** The record as it would be. Null: it cannot be done. */
      data: Record<string, unknown> | null;
      problem: {
        code: string;
        /** Why it cannot be done now. */
        detail: string;
        errors: Array<{
          pointer: string;
          /** The kind of fault. */
          code: FieldErrorCode;
          detail: string;
        }>;
      } | null;
    } | null;
  }>;
};

export type ProposalCreate = {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  /** Why, for the person who decides, without control characters. */
  message?: string;
  operations: Array<{
    /** What is proposed. */
    action: 'create' | 'update';
    /** The kind of record. */
    resource: 'client' | 'contact' | 'deal' | 'task' | 'note';
    /** The record to update. */
    uuid?: string;
    /** Its version that you have read; needed to update. */
    version?: number;
    /** The fields, as for creating or changing one record. */
    fields: Record<string, unknown>;
  }>;
};

export type ImportPlan = {
  /**
   * What happens to a record that is there already: take what the row says, fill only what is
   * empty, leave it alone, or make another one.
   */
  on_match: 'update' | 'fill' | 'skip' | 'create';
  /** True: a cell that cannot be read refuses its row. False: it is left out, and said. */
  strict: boolean;
  /**
   * The owner of records whose row names none. On the pages it is the User at first, else nobody.
   */
  owner_uuid: string | null;
  files: Array<{
    /** What its rows are; null leaves the file out. */
    resource: 'client' | 'contact' | 'deal' | 'task' | 'note' | null;
    /** How 3/4/2026 is read. Null: no day of the file needs it, or it is still to be said. */
    day_order: 'dmy' | 'mdy' | null;
    /** The sign before the fraction, for 1.234. Null as with day_order. */
    decimal: '.' | ',' | null;
    match_by: Array<'external_id' | 'email' | 'phone' | 'domain' | 'name_city' | 'title'>;
    /**
     * True: also a hint decides, such as a phone number, a domain, or a name and town. False, or
     * left out: a row that agrees with a record by a hint alone makes a new one, and the two are
     * likely the same.
     */
    take_hints?: boolean;
    columns: Array<{
      /** Name of the column in the file. */
      column: string;
      /** The field it becomes; `custom` for one of your own; null leaves it out. */
      to: string | null;
      /** A second field that its cells say: `status`, where a custom field keeps their words. */
      also?: string;
      /** Label of the address or number. */
      label?: string;
      /** Columns of one slot make one entry, such as one postal address. */
      slot?: string;
      /** With `custom`: the key; the name of the column when left out. */
      key?: string;
      /**
       * With `custom`: the type of the field that the start creates, unless the Account has one of
       * this key. Null: the text is kept without a field.
       */
      type?: CustomFieldType | null;
    }>;
  }>;
  /**
   * What words of the source mean, by list: `stage` (a uuid, `create`, `won`, `lost`), `user` (a
   * uuid), `currency` (the code that a sign such as `$` stands for) and choices such as
   * `task.type`. Null leaves the cell out; the start asks for that of a currency.
   */
  values: Record<string, unknown>;
};

/** A row of a file, and what became of it. */
export type ImportRow = {
  /** The file: its place in `files`. */
  file: number;
  /** The line or row of the file at which it begins. */
  line: number;
  /** The kind of record. */
  resource: 'client' | 'contact' | 'deal' | 'task' | 'note';
  /** What became of it; in a preview what would. */
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped' | 'refused';
  /** The record; null: none, or not yet. */
  uuid: string | null;
  /** What the record is called. */
  title: string | null;
  /** The cells that were left out, or the reasons why the row was refused. */
  losses: Array<{
    /** The column; null: the row as a whole. */
    column: string | null;
    /** What stood there. */
    cell: string | null;
    /** What is wrong. */
    detail: string;
  }>;
  /** In a preview: the record as it will look. */
  fields?: Record<string, unknown>;
  /** In a preview: the values that it changes. */
  previous?: Record<string, unknown>;
};

/** An import of files from another system, without its plan. */
export type ImportSummary = Pick<
  Import,
  | 'uuid'
  | 'account_uuid'
  | 'created_at'
  | 'updated_at'
  | 'state'
  | 'preset'
  | 'created_by'
  | 'started_at'
  | 'ended_at'
  | 'progress'
  | 'counts'
  | 'change_uuid'
  | 'is_undone'
  | 'failure'
  | 'files'
>;

/**
 * The whole Account as a file: a zip with all records, fields, views and, if wanted, their history.
 */
export type Export = {
  /** Identifier of the export. */
  uuid: string;
  /** The Account that is exported. */
  account_uuid: string;
  /**
   * completed: the file can be downloaded. expired: it was deleted, after its time or for a later
   * one.
   */
  state: 'running' | 'completed' | 'failed' | 'expired';
  /** Whether the histories of the records are in the file. */
  events: boolean;
  progress: {
    /** Lines that are written. */
    done: number;
    /** All lines, as many as there were at the beginning. */
    total: number;
  };
  /** How many lines each file of the archive has, once it is completed. */
  counts: Record<string, number>;
  /** The length of the file. */
  size_bytes: number | null;
  /** The SHA-256 of the file, in hexadecimal digits. */
  sha256: string | null;
  /** Why it failed. */
  failure: string | null;
  /** When it was asked for. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it ended. ISO 8601 with milliseconds and the offset. */
  finished_at: string | null;
  /** When its file is deleted. ISO 8601 with milliseconds and the offset. */
  expires_at: string | null;
};

export type ExportCreate = {
  /**
   * The Account. When left out: the default of the token, else of the User, else the only Account.
   */
  account_uuid?: string;
  /** Whether to add the histories of the records. Without them it is smaller. */
  events?: boolean;
};

/** Files from another system, what becomes of their rows, and how far it is. */
export type Import = {
  /** Identifier of the import. */
  uuid: string;
  /** The Account. */
  account_uuid: string;
  /** When the files were sent. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last got on. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  /**
   * draft: it waits to be started. running: a worker is at it. stopped: by a User; what was done is
   * kept.
   */
  state: 'draft' | 'running' | 'stopped' | 'completed' | 'failed';
  /** Where the files come from; null: not recognised. */
  preset: string | null;
  created_by: Actor;
  /** When it was started. ISO 8601 with milliseconds and the offset. */
  started_at: string | null;
  /** When it ended. ISO 8601 with milliseconds and the offset. */
  ended_at: string | null;
  progress: {
    /** Rows that are done. */
    done: number;
    /** All rows. */
    total: number;
  };
  counts: {
    /** Rows that became a new record. */
    created: number;
    /** Rows that changed a record. */
    updated: number;
    /** Rows that said what the record says already. */
    unchanged: number;
    /** Rows that were left out, such as those deleted in the source. */
    skipped: number;
    /** Rows that could not be taken. */
    refused: number;
    /** Cells that could not be read. Their rows were taken without them. */
    lost_cells: number;
    /** Clients and Contacts made because a row named them. */
    added: number;
  };
  /** The change that all its records belong to; null before the start. */
  change_uuid: string | null;
  /** Whether it was taken back, by an undo that stands. */
  is_undone: boolean;
  /** Why it failed. */
  failure: string | null;
  files: Array<{
    /** Name of the file. */
    name: string;
    /** What it is: xlsx is any workbook. other: it has no rows, such as a picture. */
    format: 'csv' | 'xlsx' | 'vcard' | 'other';
    /**
     * How its letters were read: said in the form, else found out or guessed. When letters are
     * wrong, send the file again with another `encoding`. Null: no text file.
     */
    encoding: string | null;
    /** Where it comes from; null: not recognised. */
    preset: string | null;
    /** Rows without the header. */
    rows: number;
    /**
     * The line with the names of its columns. Null: there is none, and they are called A, B, C. To
     * say another one, send the file again with `header_line`.
     */
    header_line: number | null;
    /**
     * Known before the start: at least so many of its rows will be refused, because they lack what
     * a record cannot be without.
     */
    refused_rows: number;
    columns: Array<{
      /** Name of the column. */
      name: string;
      /** How many rows have a value in it. */
      filled: number;
      /** Its first values. */
      samples: string[];
    }>;
  }>;
  plan: ImportPlan;
  /** What is to be known before it starts. */
  warnings: Array<{
    /** The kind of warning. */
    code:
      | 'day_order_needed'
      | 'decimal_needed'
      | 'currency_needed'
      | 'no_name'
      | 'no_client'
      | 'no_email'
      | 'no_country'
      | 'no_closed_at'
      | 'no_rows'
      | 'rows_shifted'
      | 'rows_refused'
      | 'cells_lost'
      | 'file_unread'
      | 'header_below'
      | 'notes_below'
      | 'kind_unknown'
      | 'leads'
      | 'persons'
      | 'columns_custom'
      | 'columns_loose'
      | 'columns_left_out'
      | 'choices_unknown'
      | 'users_unknown'
      | 'values_unknown'
      | 'stages_created'
      | 'imported_before'
      | 'changed_since'
      | 'likely_same'
      | 'renamed'
      | 'email_shared';
    /** The file: its place in `files`. */
    file: number | null;
    /** What is to be known. */
    detail: string;
    /** True: the import cannot start before it is settled. */
    is_blocking: boolean;
  }>;
  /** Of a draft: twenty rows as they will look, with what each would do. */
  preview: ImportRow[];
  /** The names behind the ids of owners, where a list of the Users of the source says them. */
  people: Record<string, unknown>;
  /** The files with refused rows, for `refused.csv?file=`. */
  refused_files: number[];
  /** What a column can become, by the kind of record. */
  fields: Record<string, unknown>;
};

/** A webhook subscription of a member that is told what happens in the Account. */
export type AccountWebhook = {
  /** Identifier of the webhook subscription. */
  uuid: string;
  user: {
    /** The User. */
    uuid: string;
    name: string;
    email: string;
  };
  application: {
    /** Client ID of the application. */
    client_id: string;
    name: string;
    company: string;
  } | null;
  /** Where it sends to, without the path, which may hold a secret. */
  origin: string;
  /** What it is told of. */
  events: string[];
  enabled: boolean;
  /** The last attempt, about whatever Account. ISO 8601 with milliseconds and the offset. */
  last_outgoing_webhook_call_at: string | null;
  /** When it was made. ISO 8601 with milliseconds and the offset. */
  created_at: string;
};

/** An application that acts for a member, and so in the Account. */
export type AccountApplication = {
  /** Identifier of the grant. */
  uuid: string;
  user: {
    /** The User. */
    uuid: string;
    name: string;
    email: string;
  };
  application: {
    /** Client ID of the application. */
    client_id: string;
    name: string;
    company: string;
  };
  /** What the User allowed. */
  scope: string;
  /**
   * When it last made a request, about whatever Account. ISO 8601 with milliseconds and the offset.
   */
  last_used_at: string | null;
  /** Since when it is connected. ISO 8601 with milliseconds and the offset. */
  created_at: string;
};

/** A personal access token of a member that reaches the Account. */
export type AccountToken = {
  /** Identifier of the token. */
  uuid: string;
  user: {
    /** The User. */
    uuid: string;
    name: string;
    email: string;
  };
  /** What it is for. */
  name: string;
  /** What it may do, as far as its User may. */
  scope: string;
  /** When it stops working. Null: never. ISO 8601 with milliseconds and the offset. */
  expires_at: string | null;
  /** When it was last used, in whatever Account. ISO 8601 with milliseconds and the offset. */
  last_used_at: string | null;
  /** When it was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
};

/** Where signed POST requests are sent when something happens in the Accounts of a User. */
export type WebhookSubscription = {
  /** Identifier of the subscription. */
  uuid: string;
  /** When the subscription was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the subscription last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  /**
   * Key of the signature, made by the service. To replace it, delete the subscription and create a
   * new one. Every answer to a token holds it, unless the operator has lost the key that it was
   * encrypted with; the web interface, which has a session instead, never gets it.
   */
  signing_secret: string;
  /** Address that receives deliveries. https, and a public host, unless the operator allows it. */
  url: string;
  /** Event kinds subscribed to: exact names, `<resource>.*`, or `*` for all. */
  events: string[];
  /** A note of your own, without control characters. */
  description: string | null;
  /** Only events of these Accounts. Null: all Accounts of the User, also those joined later. */
  account_uuids: string[] | null;
  /**
   * Do not deliver changes that this subscriber made itself: for a subscription of an application,
   * those it made for this User; for one made with a personal access token, those made with that
   * token; for one made on the pages, those made with any personal access token of this User. What
   * the User changes on the pages is delivered.
   */
  skip_own: boolean;
  /**
   * Do not deliver what an import makes: neither the rows of files (/api/v2/imports) nor those of
   * POST /api/v2/{kind}/import. The feed of events has them.
   */
  skip_imports: boolean;
  /**
   * Whether deliveries are sent. Set to true once more, or with another url, what waits for a
   * receiver that failed is sent at once.
   */
  enabled: boolean;
  /**
   * The personal access token that it was made with; it goes on when that one ends. Null: it was
   * made otherwise.
   */
  token_uuid: string | null;
  /** Why the subscription is disabled. */
  disabled_reason: 'by_user' | 'gone' | 'failing' | 'grant_revoked' | null;
  /** When the subscription was disabled. ISO 8601 with milliseconds and the offset. */
  disabled_at: string | null;
  /**
   * Since when every delivery attempt fails; one at a time is made meanwhile. Null: it does not.
   * ISO 8601 with milliseconds and the offset.
   */
  failing_since: string | null;
  /**
   * When the next of these attempts is made; in the past: as soon as a delivery waits. What is sent
   * again by hand does not wait for it. Null: it does not fail. ISO 8601 with milliseconds and the
   * offset.
   */
  next_probe_at: string | null;
  /** How far it is on the way to being disabled: half of the time, or nearly there. */
  failing_warning: 'half' | 'soon' | null;
  /**
   * When the subscription is disabled unless a delivery or a test arrives before, or its url is
   * changed. ISO 8601 with milliseconds and the offset.
   */
  disables_at: string | null;
  /** Time of the latest delivery attempt. ISO 8601 with milliseconds and the offset. */
  last_outgoing_webhook_call_at: string | null;
};

export type WebhookSubscriptionCreate = Partial<
  Pick<WebhookSubscription, 'description' | 'account_uuids' | 'skip_own' | 'skip_imports' | 'enabled'>
> & {
  /** Address that receives deliveries. https, and a public host, unless the operator allows it. */
  url: string;
  /** Event kinds subscribed to: exact names, `<resource>.*`, or `*` for all. */
  events: string[];
};

export type WebhookSubscriptionUpdate = Partial<
  Pick<
    WebhookSubscription,
    'url' | 'events' | 'description' | 'account_uuids' | 'skip_own' | 'skip_imports' | 'enabled'
  >
>;

/** One try to POST a delivery. */
export type WebhookAttempt = {
  /** 1 is the first; the same as in X-Attempt. */
  number: number;
  /** When it began. ISO 8601 with milliseconds and the offset. */
  started_at: string;
  /** From the beginning to the end of the answer. */
  duration_ms: number;
  /** Resolving the name. Null: it did not come to that, as with an open connection or a relay. */
  dns_ms: number | null;
  /** Connecting, with TLS. Null: it did not come to that, as with an open connection or a relay. */
  connect_ms: number | null;
  /** From the beginning to the first byte of the answer. Null: none came. */
  first_byte_ms: number | null;
  /** HTTP status of the answer. Null: there was none. */
  response_status: number | null;
  /** Why it failed. Null: a 2xx came in time. */
  error_kind: DeliveryErrorKind | null;
  /** The same in words, where there is more to say. */
  error_detail: string | null;
  /** As they were sent, or would have been. */
  request_headers: Record<string, string>;
  /** The first 16 KiB of the answer, or what came of it. Null: none came. */
  response_excerpt: string | null;
};

/** One event on its way to one subscription, with the outcome of its latest attempt. */
export type WebhookDelivery = {
  /** Identifier of the delivery: the same in X-Delivery-Uuid of every attempt. */
  uuid: string;
  /**
   * When it was planned, with the change that caused it. ISO 8601 with milliseconds and the offset.
   */
  created_at: string;
  /** When it was last attempted or ended. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  /** The Account of the event. */
  account_uuid: string;
  /** The webhook subscription. */
  subscription_uuid: string;
  /** The event; its body is in the events feed. */
  event_uuid: string;
  /** Name of the event. */
  event: EventName;
  /**
   * The record, Account or Login that the event is about. Null: you have no Login to its Account
   * any more.
   */
  record_uuid: string | null;
  /**
   * Its name or title in the event, of a Note its text up to 200 characters, of a Login the name of
   * its User. Null: as for record_uuid, or the event has no name, its record was purged, or the
   * body was cut.
   */
  record_name: string | null;
  /** pending: waits to be sent, or to be sent again. */
  state: 'pending' | 'sending' | 'succeeded' | 'failed' | 'not_sent';
  /** Why it was not sent. Null in the other states. */
  not_sent_reason:
    | 'subscription_disabled'
    | 'subscription_deleted'
    | 'own_change'
    | 'imported'
    | 'target_not_allowed'
    | 'access_lost'
    | 'out_of_reach'
    | 'copy'
    | null;
  /** The same in words, where there is more to say. */
  not_sent_detail: string | null;
  /** Attempts so far. */
  attempt_count: number;
  /**
   * When it is due. It waits longer while its receiver fails. Null: it is being sent, or has ended.
   * ISO 8601 with milliseconds and the offset.
   */
  next_attempt_at: string | null;
  /** When it ended. ISO 8601 with milliseconds and the offset. */
  finished_at: string | null;
  /** HTTP status of the answer. Null: there was none. */
  response_status: number | null;
  /** Why it failed. Null: a 2xx came in time. */
  error_kind: DeliveryErrorKind | null;
};

/** One event on its way to one subscription, with its body and all attempts. */
export type WebhookDeliveryWithAttempts = WebhookDelivery & {
  /**
   * What every attempt sends, byte for byte as it is signed. Null: you have no Login to its Account
   * any more, or its record was purged.
   */
  body: string | null;
  attempts: WebhookAttempt[];
};

/** What a receiver made of a sample event. */
export type WebhookTest = {
  /** As sent in X-Delivery-Uuid. A test is not kept in the log. */
  delivery_uuid: string;
  /** Name of the event. */
  event: EventName;
  /** What was sent: a sample, with `test: true`. */
  body: Record<string, unknown>;
  /**
   * Whether it has the record of the newest such event. False: the record is made up; with `newest`
   * there is no such event that you see.
   */
  is_newest: boolean;
  /** Why nothing was sent. Null: it was. */
  not_sent_reason: 'target_not_allowed' | 'copy' | null;
  /** The same in words. */
  not_sent_detail: string | null;
  attempt: WebhookAttempt | null;
};

export type WebhookTestCreate = {
  /** The event whose sample is sent; one that is subscribed to when left out. */
  event?: EventName;
  /**
   * Where it is sent, in place of the url of the subscription, such as a receiver that you still
   * work on. The same addresses are allowed.
   */
  url?: string;
  /**
   * Whether to take the record of the newest such event that you see, among the 1,000 newest of
   * each Account of the subscription. A sample has a record that is made up; so has an event that
   * is about no record.
   */
  newest?: boolean;
};

/** Sending again what a subscription missed, done by the workers step by step. */
export type WebhookRecovery = {
  /** Identifier of the recovery. Null in a dry run. */
  uuid: string | null;
  /** When it was asked for. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last got on. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  /** The webhook subscription. */
  subscription_uuid: string;
  /** dry_run: only counted. */
  state: 'dry_run' | 'running' | 'finished' | 'cancelled';
  /** The beginning of the range. ISO 8601 with milliseconds and the offset. */
  since: string;
  /** The end of the range. ISO 8601 with milliseconds and the offset. */
  until: string;
  /** Whether what succeeded is left out. */
  only_failed: boolean;
  /** How many deliveries there were to send again at its start. */
  delivery_count: number;
  /** How many of them wait to be sent, or were sent, by now. */
  recovered_count: number;
  /** When it ended. ISO 8601 with milliseconds and the offset. */
  finished_at: string | null;
};

export type WebhookRecoveryCreate = {
  /**
   * The beginning of the range: deliveries planned then or later. ISO 8601 with the offset; a date
   * alone is its beginning in UTC.
   */
  since: string;
  /**
   * The end of the range: deliveries planned before. Now, when left out. ISO 8601 with the offset;
   * a date alone is its beginning in UTC.
   */
  until?: string;
  /** Only what failed or was not sent (true when left out), or also what succeeded. */
  only_failed?: boolean;
  /** Only count. */
  dry_run?: boolean;
};

export type WebhookHealthFigures = {
  /** Attempts that a 2xx came back for in time. */
  succeeded_count: number;
  /** Attempts that failed, also those that were made again later. */
  failed_count: number;
  /** Share of the attempts that succeeded. Null: there were none. */
  success_rate: number | null;
  /** How long an attempt took on average, to the end of the answer. Null: there were none. */
  mean_ms: number | null;
  /** The longest attempt. Null: there were none. */
  max_ms: number | null;
};

/** What the receiver of a subscription made of all attempts. */
export type WebhookHealth = {
  /** The webhook subscription. */
  subscription_uuid: string;
  last_24_hours: WebhookHealthFigures & {
    /** The same hour by hour, the earliest first. The last one is not over. */
    steps: Array<
      WebhookHealthFigures & {
        /** The beginning of the hour. ISO 8601 with milliseconds and the offset. */
        since: string;
      }
    >;
  };
  last_30_days: WebhookHealthFigures & {
    /** The same day by day, the earliest first. The last one is not over. */
    steps: Array<
      WebhookHealthFigures & {
        /** The beginning of the day. ISO 8601 with milliseconds and the offset. */
        since: string;
      }
    >;
  };
};

export type WebhookRelayCreate = Pick<
  WebhookSubscriptionCreate,
  'events' | 'description' | 'account_uuids' | 'skip_own' | 'skip_imports'
> & {
  /** Where the deliveries go in the end. Only its owner calls it, so it may be anywhere. */
  url: string;
};

/** A signed POST that the owner of a temporary subscription makes. */
export type WebhookRelayDelivery = {
  /** The delivery: the same in X-Delivery-Uuid. */
  uuid: string;
  /** The event. */
  event_uuid: string;
  /** Name of the event. */
  event: EventName;
  /** 1 is the first; the same as in X-Attempt. */
  number: number;
  /** To be sent as they are, with the signatures. */
  headers: Record<string, string>;
  /** To be sent byte for byte, in UTF-8. */
  body: string;
};

export type WebhookRelayAttempt = Pick<
  WebhookAttempt,
  'duration_ms' | 'first_byte_ms' | 'response_status' | 'error_kind' | 'error_detail' | 'request_headers'
> & {
  /** The first 16 KiB of the answer. */
  response_excerpt: string | null;
};

/** Who made the change. */
export type Actor = {
  /** How the actor came in. mailbox: nobody did; it was found in the mailbox of the User. */
  type: 'personal_access_token' | 'oauth_access_token' | 'browser_session' | 'operator' | 'mailbox';
  /** The token or session, or the mailbox. Null for the operator. */
  uuid: string | null;
  /** The User on whose behalf it happened. Null for the operator. */
  user_uuid: string | null;
  /** Name of the token, application or command. */
  name: string;
  /**
   * The OAuth client_id of the application that acted for the User, by which it knows its own
   * changes. Null: no application did. Events from before this field have none.
   */
  client_id?: string | null;
};

/** A fact: something happened to a record. */
export type EventRecord = {
  /** Identifier of the event: the same in every delivery of it. */
  uuid: string;
  /** What happened. */
  event: EventName;
  /** When it happened. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** The Account it happened in. */
  account_uuid: string;
  /** The X-Request-Id of the request that caused it. */
  request_id: string;
  /**
   * The change that it is a part of: the X-Change-Uuid of the request, or an import. Events from
   * before this field have none.
   */
  change_uuid?: string;
  /** Present when a rule of Rapport did it, in answer to another event. */
  because_of?: {
    /** The event that the rule answered. */
    event_uuid: string;
    /** How many such answers led to this event. */
    depth: number;
  };
  /** Present when it was proposed: the actor accepted it. */
  proposal?: {
    /** The proposal. */
    uuid: string;
    proposed_by: Actor;
  };
  actor: Actor;
  /**
   * The record as the API returns it; on deleted, its last state. Cut to `uuid` and `url` when
   * truncated.
   */
  data: Record<string, unknown>;
  /** Old values of the changed fields. Null on created and deleted. */
  previous: Record<string, unknown> | null;
  /** Names of the changed fields. */
  changed_fields: string[];
  /** Only on the deleted record of a merge: the one that it was merged into, and leads to. */
  merged_into_uuid?: string;
  /** Only on merged: the record that was merged into this one. */
  merged_from_uuid?: string;
  /** Present and true in a test, which nothing caused. */
  test?: boolean;
  /** Present and true when `data` was cut. */
  truncated?: boolean;
};

/** An entry of the event catalogue. */
export type EventType = {
  /** Name of the event. */
  event: EventName;
  /** The kind of record in `data`. */
  resource: string;
  /** What it means. */
  description: string;
  /** JSON Schema of the delivery body. */
  schema: Record<string, unknown>;
  /** A sample of the delivery body. */
  sample: Record<string, unknown>;
};

/** A record of a kind, with the fields of the kind. */
export type Resource<Fields> = {
  /** Its identifier. */
  uuid: string;
  /** The Account that it belongs to. */
  account_uuid: string;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** When it was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When it last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
} & Fields;

/**
 * The fields that a caller writes. The service alone writes `ReadOnly`; `Inputs` are written in
 * another form than they are read.
 */
export type Written<Fields, ReadOnly = never, Inputs = unknown> = Partial<
  Omit<Fields, (ReadOnly | keyof Inputs) & keyof Fields> & Inputs
>;

/** The body that creates a record. */
export type Created<Fields> = Fields & {
  /** The Account. Left out: the default of the token, else of the User, else the only one. */
  account_uuid?: string;
};

/** A record that can still be restored. */
export type Deleted<Record> = Record & {
  /** When it was deleted. ISO 8601 with milliseconds and the offset. */
  deleted_at: string;
  deleted_by: Actor;
  /** Until when it can be restored. Then it is gone for good. */
  restorable_until: string;
};

type Boolean = 'eq';

type Choice = 'eq' | 'ne' | 'in';

type ChoiceOrNull = 'eq' | 'ne' | 'in' | 'is_null';

type CustomOrNull =
  | 'eq'
  | 'ne'
  | 'in'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'contains'
  | 'starts_with'
  | 'is_null'
  | 'not_since';

type DateOrNull = 'eq' | 'ne' | 'in' | 'lt' | 'lte' | 'gt' | 'gte' | 'is_null';

type Links = 'eq' | 'in';

type Number = 'eq' | 'ne' | 'in' | 'lt' | 'lte' | 'gt' | 'gte';

type NumberOrNull = 'eq' | 'ne' | 'in' | 'lt' | 'lte' | 'gt' | 'gte' | 'is_null';

type PartOrNull = 'eq' | 'in' | 'contains' | 'is_null';

type Tags = 'eq' | 'ne' | 'in' | 'is_null';

type Text = 'eq' | 'ne' | 'in' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'starts_with';

type TextOrNull = 'eq' | 'ne' | 'in' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'starts_with' | 'is_null';

type Time = 'eq' | 'lt' | 'lte' | 'gt' | 'gte';

type TimeOrNull = 'eq' | 'lt' | 'lte' | 'gt' | 'gte' | 'is_null' | 'not_since';

type Uuid = 'eq' | 'ne' | 'in';

type UuidOrNull = 'eq' | 'ne' | 'in' | 'is_null';

/** The possible queries of this list, for `ListQuery`. */
export type RecordList<Filter, Sort, Parameters> = {
  filter: Filter & {
    uuid: Uuid;
    tags: Tags;
    owner_uuid: UuidOrNull;
    external_id: TextOrNull;
    [field: `custom.${string}`]: CustomOrNull;
    created_at: Time;
    updated_at: Time;
  };
  sort: Sort | 'external_id' | 'created_at' | 'updated_at';
  parameters: Parameters | 'updated_since';
};

/** The possible queries of this list, for `ListQuery`. */
export type DeletedList<Parameters> = {
  filter: {
    deleted_at: Time;
  };
  sort: 'deleted_at';
  parameters: Parameters;
};

export type ClientFields = SharedFields &
  ImportedFields &
  ActivityFields & {
    /** What the Client is. */
    kind: 'organisation' | 'person';
    /**
     * Name of the organisation, or full name of the person. Put together from first and last name
     * when left out, and follows them until it is given.
     */
    name: string;
    /** First name of a person. */
    first_name: string | null;
    /** Last name of a person. */
    last_name: string | null;
    /** Where the relation stands. */
    status: 'lead' | 'prospect' | 'active' | 'inactive';
    emails: EmailAddress[];
    phones: PhoneNumber[];
    /** Address of the website. */
    website: string | null;
    /**
     * Domain name, kept in lower case, without www., and in ASCII; an address of a page becomes its
     * domain. Taken from the website when left out, and follows it until it is given.
     */
    domain: string | null;
    addresses: PostalAddress[];
    /** Industry. */
    industry: string | null;
    /** Tax or VAT number. */
    tax_number: string | null;
    /** Where the Client came from. */
    source: string | null;
    /** Language tag (BCP 47). */
    language: string | null;
    /** Currency code (ISO 4217). */
    currency: string | null;
    /**
     * The Users and teams who see the record, and what hangs on it, beside those who do already. It
     * matters where the Account narrows what a role sees.
     */
    shared_with: Array<{
      /** The User. */
      user_uuid?: string;
      /** The team: whoever is in it, as long as they are. */
      team_uuid?: string;
      /** Whether they may change it, too. */
      may_change: boolean;
    }>;
    /** Free text in Markdown. */
    description: string | null;
  };

/** A customer of the Account: an organisation or a person. */
export type Client = Resource<ClientFields>;

export type ClientUpdate = Written<
  ClientFields,
  keyof ImportedFields | keyof ActivityFields,
  {
    /**
     * The Users and teams who see the record, and what hangs on it, beside those who do already. It
     * matters where the Account narrows what a role sees.
     */
    shared_with?: Array<{
      /** The User. */
      user_uuid?: string;
      /** The team: whoever is in it, as long as they are. */
      team_uuid?: string;
      /** Whether they may change it, too. Default: false. */
      may_change?: boolean;
    }>;
  }
>;

export type ClientCreate = Created<ClientUpdate>;

export type DeletedClient = Deleted<Client>;

/** The possible queries of this list, for `ListQuery`. */
export type ClientList = RecordList<
  {
    kind: Choice;
    name: Text;
    first_name: TextOrNull;
    last_name: TextOrNull;
    status: Choice;
    email: PartOrNull;
    phone: PartOrNull;
    domain: TextOrNull;
    city: PartOrNull;
    country: PartOrNull;
    industry: TextOrNull;
    tax_number: TextOrNull;
    source: TextOrNull;
    language: TextOrNull;
    currency: TextOrNull;
    source_created_at: TimeOrNull;
    last_activity_at: TimeOrNull;
    next_task_due_on: DateOrNull;
  },
  'kind' | 'name' | 'status' | 'domain' | 'industry' | 'last_activity_at' | 'next_task_due_on',
  'q'
>;

/** The possible queries of this list, for `ListQuery`. */
export type DeletedClientList = DeletedList<'q'>;

export type ContactFields = SharedFields &
  ImportedFields &
  ActivityFields & {
    /** First name. */
    first_name: string | null;
    /** Last name. */
    last_name: string | null;
    /**
     * Full name. Put together from first and last name when left out, and follows them until it is
     * given.
     */
    name: string;
    /** What they do. */
    job_title: string | null;
    emails: EmailAddress[];
    phones: PhoneNumber[];
    addresses: PostalAddress[];
    /** Language tag (BCP 47). */
    language: string | null;
    /** Date of birth. */
    birthday_on: string | null;
    /** Whether they asked not to be contacted. */
    do_not_contact: boolean;
    /** The Clients where they are, each with their role. */
    clients: Array<{
      /** The client. */
      client_uuid: string;
      /** The part that the Contact plays there. */
      role?: string | null;
      /** The first of them. At most one is primary. */
      primary?: boolean;
      /** The day on which it ended. */
      ended_on?: string | null;
    }>;
    /**
     * The Users and teams who see the record, and what hangs on it, beside those who do already. It
     * matters where the Account narrows what a role sees.
     */
    shared_with: Array<{
      /** The User. */
      user_uuid?: string;
      /** The team: whoever is in it, as long as they are. */
      team_uuid?: string;
      /** Whether they may change it, too. */
      may_change: boolean;
    }>;
    /** Free text in Markdown. */
    description: string | null;
  };

/** A person whom the Account deals with, at one Client, several or none. */
export type Contact = Resource<ContactFields>;

export type ContactUpdate = Written<
  ContactFields,
  keyof ImportedFields | keyof ActivityFields,
  {
    /**
     * The Users and teams who see the record, and what hangs on it, beside those who do already. It
     * matters where the Account narrows what a role sees.
     */
    shared_with?: Array<{
      /** The User. */
      user_uuid?: string;
      /** The team: whoever is in it, as long as they are. */
      team_uuid?: string;
      /** Whether they may change it, too. Default: false. */
      may_change?: boolean;
    }>;
  }
>;

export type ContactCreate = Created<ContactUpdate>;

export type DeletedContact = Deleted<Contact>;

/** The possible queries of this list, for `ListQuery`. */
export type ContactList = RecordList<
  {
    first_name: TextOrNull;
    last_name: TextOrNull;
    name: Text;
    job_title: TextOrNull;
    email: PartOrNull;
    phone: PartOrNull;
    city: PartOrNull;
    country: PartOrNull;
    language: TextOrNull;
    do_not_contact: Boolean;
    clients: Links;
    last_activity_at: TimeOrNull;
    next_task_due_on: DateOrNull;
  },
  'name' | 'last_activity_at' | 'next_task_due_on',
  'q'
>;

/** The possible queries of this list, for `ListQuery`. */
export type DeletedContactList = DeletedList<'q'>;

export type DealFields = SharedFields &
  ImportedFields &
  ActivityFields & {
    /** What it is about. */
    title: string;
    /** The Client who may buy. Null: nobody knows yet, or that Client is gone for good. */
    client_uuid: string | null;
    /** The pipeline of its stage. */
    pipeline_uuid: string | null;
    /** The stage it is in; the first of the first pipeline when left out. */
    stage_uuid: string | null;
    /** How it stands. */
    status: 'open' | 'won' | 'lost';
    /** What it is worth. */
    amount: string | null;
    /** Currency code (ISO 4217). */
    currency: string | null;
    /** The day by which it is expected to be decided. */
    expected_close_on: string | null;
    /** How likely it is won, in per cent. Null: as likely as its stage says. */
    probability: number | null;
    /** Where it came from. */
    source: string | null;
    /** Why it was lost. Required when the status is lost. */
    lost_reason: string | null;
    /**
     * When it was won or lost. Null while it is open. ISO 8601 with milliseconds and the offset.
     */
    closed_at: string | null;
    /** Since when it is in its stage. ISO 8601 with milliseconds and the offset. */
    stage_entered_at: string | null;
    /** The Contacts who take part, each with their role. */
    contacts: Array<{
      /** The contact. */
      contact_uuid: string;
      /** The part that the Contact plays there. */
      role?: string | null;
      /** The first of them. At most one is primary. */
      primary?: boolean;
    }>;
    /**
     * The Users and teams who see the record, and what hangs on it, beside those who do already. It
     * matters where the Account narrows what a role sees.
     */
    shared_with: Array<{
      /** The User. */
      user_uuid?: string;
      /** The team: whoever is in it, as long as they are. */
      team_uuid?: string;
      /** Whether they may change it, too. */
      may_change: boolean;
    }>;
    /** Free text in Markdown. */
    description: string | null;
  };

/** A sale under way: what a Client may buy, for how much, by when. */
export type Deal = Resource<DealFields>;

export type DealUpdate = Written<
  DealFields,
  'pipeline_uuid' | 'closed_at' | 'stage_entered_at' | keyof ImportedFields | keyof ActivityFields,
  {
    /** What it is worth. */
    amount?: string | number | null;
    /**
     * The Users and teams who see the record, and what hangs on it, beside those who do already. It
     * matters where the Account narrows what a role sees.
     */
    shared_with?: Array<{
      /** The User. */
      user_uuid?: string;
      /** The team: whoever is in it, as long as they are. */
      team_uuid?: string;
      /** Whether they may change it, too. Default: false. */
      may_change?: boolean;
    }>;
  }
>;

export type DealCreate = Created<DealUpdate>;

export type DeletedDeal = Deleted<Deal>;

/** The possible queries of this list, for `ListQuery`. */
export type DealList = RecordList<
  {
    title: Text;
    client_uuid: UuidOrNull;
    pipeline_uuid: UuidOrNull;
    stage_uuid: UuidOrNull;
    status: Choice;
    amount: NumberOrNull;
    currency: TextOrNull;
    expected_close_on: DateOrNull;
    source: TextOrNull;
    lost_reason: TextOrNull;
    closed_at: TimeOrNull;
    stage_entered_at: TimeOrNull;
    contacts: Links;
    last_activity_at: TimeOrNull;
    next_task_due_on: DateOrNull;
  },
  | 'title'
  | 'amount'
  | 'expected_close_on'
  | 'closed_at'
  | 'stage_entered_at'
  | 'last_activity_at'
  | 'next_task_due_on',
  'q'
>;

/** The possible queries of this list, for `ListQuery`. */
export type DeletedDealList = DeletedList<'q'>;

export type PipelineFields = SharedFields & {
  /** Name of the pipeline. */
  name: string;
  /** Its place among the pipelines: the lowest is the first. */
  position: number | null;
  /** When it was put aside. Null: it is in use. ISO 8601 with milliseconds and the offset. */
  archived_at: string | null;
  /** The stages, in order. */
  stages: Array<{
    /** Identifier of the stage. */
    uuid: string;
    /** Name of the stage. */
    name: string;
    /** How likely a Deal in it is won, in per cent. */
    probability: number | null;
    /** The number of days after which a Deal in it is marked as stale. */
    rot_days: number | null;
  }>;
};

/** The stages that Deals of one sort go through. */
export type Pipeline = Resource<PipelineFields>;

export type PipelineUpdate = Written<
  PipelineFields,
  never,
  {
    /** All stages, in order. A stage that is left out is removed, unless Deals are in it. */
    stages?: Array<{
      /** The stage to keep; without it the stage is new. */
      uuid?: string;
      /** Name of the stage. */
      name: string;
      /** How likely a Deal in it is won, in per cent. */
      probability?: number | null;
      /** The number of days after which a Deal in it is marked as stale. */
      rot_days?: number | null;
    }>;
  }
>;

export type PipelineCreate = Created<PipelineUpdate>;

export type DeletedPipeline = Deleted<Pipeline>;

/** The possible queries of this list, for `ListQuery`. */
export type PipelineList = RecordList<
  {
    name: Text;
    position: NumberOrNull;
    archived_at: TimeOrNull;
  },
  'name' | 'position' | 'archived_at',
  never
>;

/** The possible queries of this list, for `ListQuery`. */
export type DeletedPipelineList = DeletedList<never>;

export type TaskFields = SharedFields &
  ImportedFields & {
    /** What is to be done. */
    title: string;
    /** Free text in Markdown. */
    body: string | null;
    /** What kind of task it is. */
    type: 'todo' | 'call' | 'meeting' | 'email';
    /**
     * The day by which it is due. With due_at, the day of that time for who set it; filters then go
     * by the time.
     */
    due_on: string | null;
    /**
     * The time at which it is due. Either the day is given, or the time. ISO 8601 with milliseconds
     * and the offset.
     */
    due_at: string | null;
    /**
     * When the User who is to do it is reminded, else its owner. Without a due time: at eight in
     * the morning.
     */
    reminder: 'at_time' | '10_minutes_before' | '1_hour_before' | '1_day_before' | 'none';
    /** How urgent it is. */
    priority: 'low' | 'normal' | 'high';
    /** The User of the Account who is to do it. */
    assignee_uuid: string | null;
    /** Whether it is still to be done. */
    status: 'open' | 'completed';
    /**
     * When it was completed. The moment of the change when left out. ISO 8601 with milliseconds and
     * the offset.
     */
    completed_at: string | null;
    /** What came of it. */
    outcome: string | null;
    /** Which way a call or an e-mail went. */
    direction: 'none' | 'outgoing' | 'incoming';
    /** How a call ended. */
    call_outcome: 'none' | 'reached' | 'left_message' | 'no_answer' | 'busy' | 'wrong_number';
    /** How long it took, in minutes. */
    duration_min: number | null;
    /** What it is about: at most 20 records. */
    records: Array<{
      /** The kind of record. */
      resource: 'client' | 'contact' | 'deal';
      /** The record. */
      uuid: string;
    }>;
  };

/** Something to do, or a call, meeting or e-mail that took place. */
export type Task = Resource<TaskFields>;

export type TaskUpdate = Written<TaskFields, keyof ImportedFields>;

export type TaskCreate = Created<TaskUpdate>;

export type DeletedTask = Deleted<Task>;

/** The possible queries of this list, for `ListQuery`. */
export type TaskList = RecordList<
  {
    title: Text;
    type: Choice;
    due_on: DateOrNull;
    priority: Choice;
    assignee_uuid: UuidOrNull;
    status: Choice;
    completed_at: TimeOrNull;
    records: Links;
  },
  'title' | 'due_on' | 'completed_at',
  'q'
>;

/** The possible queries of this list, for `ListQuery`. */
export type DeletedTaskList = DeletedList<'q'>;

export type NoteFields = SharedFields &
  ImportedFields & {
    /** The text, in Markdown: at most 64 KiB. */
    body: string;
    /** Whether it stands above the others. */
    pinned: boolean;
    /** What it is about: 1 to 20 records. */
    records: Array<{
      /** The kind of record. */
      resource: 'client' | 'contact' | 'deal';
      /** The record. */
      uuid: string;
    }>;
  };

/** What somebody wrote down about one record or several. */
export type Note = Resource<NoteFields>;

export type NoteUpdate = Written<NoteFields, keyof ImportedFields>;

export type NoteCreate = Created<NoteUpdate>;

export type DeletedNote = Deleted<Note>;

/** The possible queries of this list, for `ListQuery`. */
export type NoteList = RecordList<
  {
    pinned: Boolean;
    records: Links;
    source_created_at: TimeOrNull;
  },
  never,
  'q'
>;

/** The possible queries of this list, for `ListQuery`. */
export type DeletedNoteList = DeletedList<'q'>;

/** The events of the service, with what is in their `data`. */
export type EventData = {
  /** An Account was created. */
  'account.created': Account;
  /** An Account changed. */
  'account.updated': Account;
  /** An Account was deleted. */
  'account.deleted': Account;
  /** A deleted Account is there again. */
  'account.restored': Account;
  /** A User joined an Account. */
  'login.created': Login;
  /** The role of a User in an Account changed. */
  'login.updated': Login;
  /**
   * A User sees or changes other records than before: by the levels of their role, a team, a share,
   * or a record that changed hands. Who mirrors for them reads all again. Of those who see not all,
   * only they are told.
   */
  'login.reach_changed': Login;
  /** A User left an Account, or was removed from it; they are told as well. */
  'login.deleted': Login;
  /** An Account gave a field to a kind of record. */
  'custom_field.created': CustomField;
  /** A custom field changed. */
  'custom_field.updated': CustomField;
  /** A custom field was deleted. Values stay in the records. */
  'custom_field.deleted': CustomField;
  /** A file came. */
  'file.created': File;
  /** The name or the records of a file changed. */
  'file.updated': File;
  /** A file was deleted. It can be restored for 30 days. */
  'file.deleted': File;
  /** A deleted file is there again. */
  'file.restored': File;
  /**
   * A mail with a Contact or Client is there: it came, was sent, or was found in a mailbox. No
   * subject, no text.
   */
  'mail.logged': MailTrace;
  /** A mail did not reach a Contact or Client, for good. */
  'mail.bounced': MailTrace;
  /** A program proposed changes of records. */
  'proposal.created': Proposal;
  /** A person accepted a proposal, or a part of it. The records have events of their own. */
  'proposal.accepted': Proposal;
  /** A person declined a proposal, or a part of it. */
  'proposal.declined': Proposal;
  /** A Client was created. */
  'client.created': Client;
  /** A Client changed. */
  'client.updated': Client;
  /** A Client was deleted. */
  'client.deleted': Client;
  /** A deleted Client is there again. */
  'client.restored': Client;
  /** Another Client was merged into this one. */
  'client.merged': Client;
  /** A Contact was created. */
  'contact.created': Contact;
  /** A Contact changed. */
  'contact.updated': Contact;
  /** A Contact was deleted. */
  'contact.deleted': Contact;
  /** A deleted Contact is there again. */
  'contact.restored': Contact;
  /** Another Contact was merged into this one. */
  'contact.merged': Contact;
  /** A Deal was created. */
  'deal.created': Deal;
  /** A Deal changed. */
  'deal.updated': Deal;
  /** A Deal was deleted. */
  'deal.deleted': Deal;
  /** A deleted Deal is there again. */
  'deal.restored': Deal;
  /** Another Deal was merged into this one. */
  'deal.merged': Deal;
  /** A Deal went to another stage. */
  'deal.moved': Deal;
  /** A Deal was won. */
  'deal.won': Deal;
  /** A Deal was lost. */
  'deal.lost': Deal;
  /** A Deal that was won or lost is open again. */
  'deal.reopened': Deal;
  /** A Pipeline was created. */
  'pipeline.created': Pipeline;
  /** A Pipeline changed. */
  'pipeline.updated': Pipeline;
  /** A Pipeline was deleted. */
  'pipeline.deleted': Pipeline;
  /** A deleted Pipeline is there again. */
  'pipeline.restored': Pipeline;
  /** A Task was created. */
  'task.created': Task;
  /** A Task changed. */
  'task.updated': Task;
  /** A Task was deleted. */
  'task.deleted': Task;
  /** A deleted Task is there again. */
  'task.restored': Task;
  /** Another Task was merged into this one. */
  'task.merged': Task;
  /** A Task was completed. */
  'task.completed': Task;
  /** A completed Task is open again. */
  'task.reopened': Task;
  /** A Note was created. */
  'note.created': Note;
  /** A Note changed. */
  'note.updated': Note;
  /** A Note was deleted. */
  'note.deleted': Note;
  /** A deleted Note is there again. */
  'note.restored': Note;
};

/** The name of an event. */
export type EventName = keyof EventData;

/**
 * Any event of the feed: `switch (event.event)` narrows `event.data`. Later services may send
 * more; keep a `default`.
 */
export type Event = {
  [Name in EventName]: Omit<EventRecord, 'event' | 'data' | 'previous'> & {
    event: Name;
    data: EventData[Name];
    previous: Partial<EventData[Name]> | null;
  };
}[EventName];

/** The possible queries of this list, for `ListQuery`. */
export type AccountList = {
  filter: {
    name: Text;
    created_at: Time;
    updated_at: Time;
  };
  sort: 'name' | 'created_at' | 'updated_at';
  parameters: 'updated_since';
};

/** The possible queries of this list, for `ListQuery`. */
export type LoginList = {
  filter: {
    role: Choice;
    user_uuid: Uuid;
    created_at: Time;
    updated_at: Time;
  };
  sort: 'role' | 'created_at' | 'updated_at';
  parameters: 'updated_since';
};

/** The possible queries of this list, for `ListQuery`. */
export type WebhookDeliveryList = {
  filter: {
    state: Choice;
    not_sent_reason: ChoiceOrNull;
    error_kind: Choice;
    event: Choice;
    event_uuid: Uuid;
    account_uuid: Uuid;
    subscription_uuid: Uuid;
    created_at: Time;
  };
  sort: 'created_at';
  parameters: never;
};

/** The possible queries of this list, for `ListQuery`. */
export type ApiRequestList = {
  filter: {
    method: Choice;
    path: Text;
    status: Number;
    problem_code: TextOrNull;
    request_id: Text;
    token_uuid: UuidOrNull;
    client_id: UuidOrNull;
    created_at: Time;
  };
  sort: 'created_at';
  parameters: never;
};

/** What `ApiError.code` can be. */
export type ProblemCode =
  | 'json_invalid'
  | 'query_invalid'
  | 'cursor_invalid'
  | 'header_invalid'
  | 'csv_invalid'
  | 'form_invalid'
  | 'archive_invalid'
  | 'address_invalid'
  | 'invalid_request'
  | 'credentials_missing'
  | 'invalid_token'
  | 'sign_in_failed'
  | 'insufficient_scope'
  | 'cross_site'
  | 'session_required'
  | 'password_required'
  | 'second_factor_required'
  | 'change_not_allowed'
  | 'role_insufficient'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'conflict'
  | 'file_infected'
  | 'mailbox_refused'
  | 'use_convert'
  | 'subscription_disabled'
  | 'delivery_unfinished'
  | 'recovery_running'
  | 'recovery_ended'
  | 'job_ended'
  | 'still_owner'
  | 'idempotency_key_running'
  | 'link_invalid'
  | 'version_mismatch'
  | 'body_too_large'
  | 'content_type_unsupported'
  | 'fields_invalid'
  | 'idempotency_key_reused'
  | 'last_owner'
  | 'limit_reached'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';

/** What `ApiError.errors[].code` can be. */
export type FieldErrorCode =
  | 'required'
  | 'unknown_field'
  | 'wrong_type'
  | 'wrong_format'
  | 'too_short'
  | 'too_long'
  | 'too_small'
  | 'too_large'
  | 'too_few_items'
  | 'too_many_items'
  | 'not_unique'
  | 'not_in_list'
  | 'invalid_characters'
  | 'not_found'
  | 'taken'
  | 'not_allowed'
  | 'wrong_value';
