import type { ReactNode } from 'react';

/**
 * The icons of the pages, on a grid of 24 with a line of 1.75. They grow with the browser's text;
 * `size` is in pixels at the usual text size. Icons are decoration, always beside a text.
 */
function Icon({ children, size = 18 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const ClientsIcon = () => (
  <Icon>
    <path d="M16 20v-1.5a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4V20M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M21 20v-1.5a4 4 0 0 0-3-3.87M15.5 4.130a3.5 3.5 0 0 1 0 6.74" />
  </Icon>
);
export const ImportsIcon = () => (
  <Icon>
    <path d="M12 3v12M7.5 10.5 12 15l4.5-4.5M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2" />
  </Icon>
);
export const ChangesIcon = () => (
  <Icon>
    <path d="M3.5 9a9 9 0 1 1-.5 3M3 4v5h5M12 8v4.5l3 1.800" />
  </Icon>
);
export const ReportsIcon = () => (
  <Icon>
    <path d="M4 20h16M7 16v-5M12 16V6M17 16v-8" />
  </Icon>
);
export const AccountsIcon = () => (
  <Icon>
    <path d="M4 21V5a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v16M14 10h5a1 1 0 0 1 1 1v10M2.5 21h19M8 8h2M8 12h2M8 16h2" />
  </Icon>
);
export const WebhooksIcon = () => (
  <Icon>
    <path d="M12 7.5a3 3 0 1 0-3.8 2.900L5.5 16M12 7.5l3 5.5M6 20a3 3 0 1 0 2.9-3.800H15" />
    <path d="M18 20a3 3 0 1 0-2.5-4.7" />
  </Icon>
);
export const AppsIcon = () => (
  <Icon>
    <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6" />
  </Icon>
);
export const SecurityIcon = () => (
  <Icon>
    <path d="M12 3l7 3v5.5c0 4.5-3 7.8-7 9.5-4-1.7-7-5-7-9.5V6z" />
    <path d="M9 12l2 2 4-4" />
  </Icon>
);
export const DevelopersIcon = () => (
  <Icon>
    <path d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon size={16}>
    <path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M20 20l-4-4" />
  </Icon>
);
export const SunMoonIcon = () => (
  <Icon>
    <path d="M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M12 2.5v1.5M12 20v1.5M2.5 12H4M20 12h1.5M5.3 5.300l1 1M17.7 17.700l1 1M18.7 5.300l-1 1M6.3 17.700l-1 1" />
  </Icon>
);
export const BellIcon = () => (
  <Icon>
    <path d="M6 16V10.500a6 6 0 0 1 12 0V16l1.500 2h-15zM10 20.500a2.200 2.200 0 0 0 4 0" />
  </Icon>
);
export const UserIcon = () => (
  <Icon>
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5a7.5 7.5 0 0 1 15 0" />
  </Icon>
);
export const ColumnsIcon = () => (
  <Icon size={16}>
    <path d="M4 5h16v14H4zM9.5 5v14M14.5 5v14" />
  </Icon>
);
export const FilterIcon = () => (
  <Icon size={16}>
    <path d="M4 6h16M7 12h10M10 18h4" />
  </Icon>
);
export const EditIcon = () => (
  <Icon size={14}>
    <path d="M4 20h4L19 9l-4-4L4 16z" />
  </Icon>
);
export const CrossIcon = () => (
  <Icon size={16}>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
export const PlusIcon = () => (
  <Icon size={16}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);
export const DayIcon = () => (
  <Icon size={16}>
    <path d="M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M4 10h16M8 3v4M16 3v4" />
  </Icon>
);
/** A ring, like the box of a task that is still to be done. */
export const PlannedIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="7" strokeDasharray="3 3" />
  </Icon>
);
export const CalendarIcon = () => (
  <Icon>
    <path d="M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M4 10h16M8 3v4M16 3v4M8 14h2M14 14h2" />
  </Icon>
);
export const TodayIcon = () => (
  <Icon>
    <path d="M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M4 10h16M8 3v4M16 3v4M9 15l2 2 4-4" />
  </Icon>
);
export const ContactsIcon = () => (
  <Icon>
    <path d="M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M8 17a4 4 0 0 1 8 0M3 8h3M3 12h3M3 16h3" />
  </Icon>
);
export const DealsIcon = () => (
  <Icon>
    <path d="M4 8h16v11H4zM9 8V5.500a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1V8M4 12.500h16M12 11.500v2" />
  </Icon>
);
export const PipelinesIcon = () => (
  <Icon>
    <path d="M4 5h4.500v14H4zM10 5h4.500v9H10zM16 5h4.500v6H16z" />
  </Icon>
);
export const NotesIcon = () => (
  <Icon>
    <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />
  </Icon>
);
export const CallIcon = () => (
  <Icon>
    <path d="M6 3.500h3l1.500 4.500-2 1.500a11 11 0 0 0 6 6l1.500-2 4.500 1.500v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.500a2 2 0 0 1 2-2" />
  </Icon>
);
export const MailIcon = () => (
  <Icon>
    <path d="M4 6h16v12H4zM4 7l8 6 8-6" />
  </Icon>
);
export const MeetingIcon = () => (
  <Icon>
    <path d="M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3.500 19a5.500 5.500 0 0 1 11 0M14 9h6.500v5H17l-2 2v-2.500" />
  </Icon>
);
export const FieldsIcon = () => (
  <Icon>
    <path d="M4 5h16v5H4zM4 14h16v5H4zM7.500 7.500h.01M7.500 16.500h.01" />
  </Icon>
);
export const ManyAccountsIcon = () => (
  <Icon>
    <path d="M8 8h12v12H8zM16 8V4H4v12h4" />
  </Icon>
);
export const TasksIcon = () => (
  <Icon>
    <path d="M4 6.500l1.500 1.500L8 5.500M4 12.500l1.500 1.500L8 11.500M4 18.500l1.500 1.500L8 17.500M11 7h9M11 13h9M11 19h9" />
  </Icon>
);
/** The icon of a kind of record that has none of its own. */
export const RecordsIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h10" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon size={16}>
    <path d="M5 12h.01M12 12h.01M19 12h.01" />
  </Icon>
);
export const UpIcon = () => (
  <Icon size={16}>
    <path d="M12 19V6M6 11l6-6 6 6" />
  </Icon>
);
export const DownIcon = () => (
  <Icon size={16}>
    <path d="M12 5v13M6 13l6 6 6-6" />
  </Icon>
);
export const GripIcon = () => (
  <Icon size={16}>
    <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />
  </Icon>
);
export const TagsIcon = () => (
  <Icon>
    <path d="M3.5 11.5v-7a1 1 0 0 1 1-1h7l9 9-8 8zM8 8h.01" />
  </Icon>
);
/** Work that goes on without anybody. */
export const WorkIcon = () => (
  <Icon>
    <path d="M4 12a8 8 0 0 1 14-5.300M20 12a8 8 0 0 1-14 5.300M18 3v4h-4M6 21v-4h4" />
  </Icon>
);
