// Generated from the event catalogue of the service; do not edit.

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
  type:
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
  /** For choice and choices: the values, in order. */
  options: Array<{
    /** The value in `custom`. It never changes. */
    key: string;
    /** What people read. */
    label: string;
    /** The colour of its badge. */
    color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'grape' | 'pink' | null;
    /** Whether it can no longer be chosen. Records that have it keep it. */
    archived: boolean;
  }>;
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

/** That there is a mail with somebody. GET /api/v2/mails/{uuid} has what you may read of it. */
export type MailTrace = {
  /** The mail. */
  uuid: string;
  /** The Account it is in. */
  account_uuid: string;
  /** Whose mail it is. Null: they are gone. */
  user_uuid: string | null;
  /** The same for all mails of a conversation. */
  thread_uuid: string;
  /** in: to the Account. out: from it. */
  direction: 'in' | 'out';
  /** When it was sent. ISO 8601 with milliseconds and the offset. */
  sent_at: string;
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
  /** When it came here. ISO 8601 with milliseconds and the offset. */
  created_at: string;
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
