// Generated from the event catalogue of the service; do not edit.

/** A person who signs in. */
export type User = {
  /** Identifier of the User. */
  uuid: string;
  /** The address the User signs in with. */
  email: string;
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
  /** viewer reads; member also writes clients; admin also manages logins; owner also the Account itself. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** When the User last made a request, to within five minutes. ISO 8601 with milliseconds and the offset. */
  last_used_at: string | null;
  /** When the Login was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the Login last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
  user: User;
  account: Account;
};

/** A customer of the Account: an organisation or a person. */
export type Client = {
  /** Identifier of the Client. */
  uuid: string;
  /** The Account that the Client belongs to. */
  account_uuid: string;
  /** Counts the changes; the value of the ETag. */
  version: number;
  /** What the Client is. */
  kind: 'organisation' | 'person';
  /** Name of the organisation, or full name of the person. Put together from first and last name when left out, and follows them until it is given. */
  name: string;
  /** First name of a person. */
  first_name: string | null;
  /** Last name of a person. */
  last_name: string | null;
  /** Where the relation stands. */
  status: 'lead' | 'prospect' | 'active' | 'inactive';
  emails: Array<{
    /** What it is for. */
    label?: string;
    /** E-mail address. */
    value: string;
    /** The one to use first. At most one is primary. */
    primary?: boolean;
  }>;
  phones: Array<{
    /** What it is for. */
    label?: string;
    /** Phone number. */
    value: string;
    /** The one to use first. At most one is primary. */
    primary?: boolean;
  }>;
  /** Address of the website. */
  website: string | null;
  /** Domain name. Taken from the website when left out, and follows it until it is given. */
  domain: string | null;
  addresses: Array<{
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
  }>;
  /** Industry. */
  industry: string | null;
  /** Tax or VAT number. */
  tax_number: string | null;
  /** Language tag (BCP 47). */
  language: string | null;
  /** Currency code (ISO 4217). */
  currency: string | null;
  tags: string[];
  /** The User of the Account who looks after the Client. */
  owner_uuid: string | null;
  /** Your own identifier, unique in the Account. Imports update by it. */
  external_id: string | null;
  /** Free text in Markdown. */
  description: string | null;
  /** Your own fields: any JSON object of at most 16 KiB. A change replaces it whole: what you leave out is gone, also what others put there. */
  custom: Record<string, unknown>;
  /** When the Client was created. ISO 8601 with milliseconds and the offset. */
  created_at: string;
  /** When the Client last changed. ISO 8601 with milliseconds and the offset. */
  updated_at: string;
};

/** Who made the change. */
export type Actor = {
  /** How the actor came in. */
  type: 'personal_access_token' | 'oauth_access_token' | 'browser_session' | 'operator';
  /** The token or session. Null for the operator. */
  uuid: string | null;
  /** The User on whose behalf it happened. Null for the operator. */
  user_uuid: string | null;
  /** Name of the token, application or command. */
  name: string;
  /** The OAuth client_id of the application that acted for the User, by which it knows its own changes. Null: no application did. Events from before this field have none. */
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
  /** A User left an Account, or was removed from it; they are told as well. */
  'login.deleted': Login;
  /** A Client was created. */
  'client.created': Client;
  /** A Client changed. */
  'client.updated': Client;
  /** A Client was deleted. */
  'client.deleted': Client;
  /** A deleted Client is there again. */
  'client.restored': Client;
};
