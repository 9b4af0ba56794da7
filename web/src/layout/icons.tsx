/**
 * Returns an icon of the pages, on a grid of 24 with a line of 1.75. It grows with the browser's
 * text; `size` is in pixels at the usual text size. Icons are decoration, always beside a text.
 */
function icon(path: string, size = 18, dashes?: string) {
  return () => (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={dashes}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

export const ClientsIcon = icon(
  'M16 20v-1.5a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4V20M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M21 20v-1.5a4 4 0 0 0-3-3.87M15.5 4.130a3.5 3.5 0 0 1 0 6.74',
);
export const ImportsIcon = icon('M12 3v12M7.5 10.5 12 15l4.5-4.5M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2');
export const ChangesIcon = icon('M3.5 9a9 9 0 1 1-.5 3M3 4v5h5M12 8v4.5l3 1.800');
export const ProposalsIcon = icon('M5 4h14v12H9l-4 4zM9 10l2 2 4-4');
export const OverviewIcon = icon('M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z');
export const ReportsIcon = icon('M4 20h16M7 16v-5M12 16V6M17 16v-8');
export const AccountsIcon = icon(
  'M4 21V5a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v16M14 10h5a1 1 0 0 1 1 1v10M2.5 21h19M8 8h2M8 12h2M8 16h2',
);
export const WebhooksIcon = icon(
  'M12 7.5a3 3 0 1 0-3.8 2.900L5.5 16M12 7.5l3 5.5M6 20a3 3 0 1 0 2.9-3.800H15M18 20a3 3 0 1 0-2.5-4.7',
);
export const AppsIcon = icon('M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6');
export const SecurityIcon = icon('M12 3l7 3v5.5c0 4.5-3 7.8-7 9.5-4-1.7-7-5-7-9.5V6zM9 12l2 2 4-4');
export const DevelopersIcon = icon('M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14');
export const SearchIcon = icon('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M20 20l-4-4', 16);
export const SunMoonIcon = icon(
  'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M12 2.5v1.5M12 20v1.5M2.5 12H4M20 12h1.5M5.3 5.300l1 1M17.7 17.700l1 1M18.7 5.300l-1 1M6.3 17.700l-1 1',
);
export const BellIcon = icon('M6 16V10.500a6 6 0 0 1 12 0V16l1.500 2h-15zM10 20.500a2.200 2.200 0 0 0 4 0');
export const UserIcon = icon('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5a7.5 7.5 0 0 1 15 0');
export const ColumnsIcon = icon('M4 5h16v14H4zM9.5 5v14M14.5 5v14', 16);
export const FilterIcon = icon('M4 6h16M7 12h10M10 18h4', 16);
export const EditIcon = icon('M4 20h4L19 9l-4-4L4 16z', 14);
export const CrossIcon = icon('M6 6l12 12M18 6L6 18', 16);
export const PlusIcon = icon('M12 5v14M5 12h14', 16);
export const DayIcon = icon(
  'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M4 10h16M8 3v4M16 3v4',
  16,
);
/** A ring, like the box of a task that is still to be done. */
export const PlannedIcon = icon('M19 12a7 7 0 1 1-14 0 7 7 0 0 1 14 0', 18, '3 3');
export const CalendarIcon = icon(
  'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M4 10h16M8 3v4M16 3v4M8 14h2M14 14h2',
);
export const TodayIcon = icon(
  'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M4 10h16M8 3v4M16 3v4M9 15l2 2 4-4',
);
export const ContactsIcon = icon(
  'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M8 17a4 4 0 0 1 8 0M3 8h3M3 12h3M3 16h3',
);
export const DealsIcon = icon(
  'M4 8h16v11H4zM9 8V5.500a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1V8M4 12.500h16M12 11.500v2',
);
export const PipelinesIcon = icon('M4 5h4.500v14H4zM10 5h4.500v9H10zM16 5h4.500v6H16z');
export const NotesIcon = icon('M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6');
export const CallIcon = icon(
  'M6 3.500h3l1.500 4.500-2 1.500a11 11 0 0 0 6 6l1.500-2 4.500 1.500v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.500a2 2 0 0 1 2-2',
);
export const MapIcon = icon(
  'M12 21c4-4.500 6-8 6-11a6 6 0 1 0-12 0c0 3 2 6.500 6 11M12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
);
export const MailIcon = icon('M4 6h16v12H4zM4 7l8 6 8-6');
export const MeetingIcon = icon(
  'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3.500 19a5.500 5.500 0 0 1 11 0M14 9h6.500v5H17l-2 2v-2.500',
);
export const FieldsIcon = icon('M4 5h16v5H4zM4 14h16v5H4zM7.500 7.500h.01M7.500 16.500h.01');
export const ManyAccountsIcon = icon('M8 8h12v12H8zM16 8V4H4v12h4');
export const TasksIcon = icon(
  'M4 6.500l1.500 1.500L8 5.500M4 12.500l1.500 1.500L8 11.500M4 18.500l1.500 1.500L8 17.500M11 7h9M11 13h9M11 19h9',
);
/** The icon of a kind of record that has none of its own. */
export const RecordsIcon = icon('M4 6h16M4 12h16M4 18h10');
/** Each dot is a small ring, because a point of the line's width is too faint. */
const dots = (...points: [x: number, y: number][]) =>
  points.map(([x, y]) => `M${x - 0.75} ${y}a.75.75 0 1 0 1.5 0a.75.75 0 1 0-1.5 0`).join('');

export const MoreIcon = icon(dots([5, 12], [12, 12], [19, 12]), 16);
export const UpIcon = icon('M12 19V6M6 11l6-6 6 6', 16);
export const DownIcon = icon('M12 5v13M6 13l6 6 6-6', 16);
export const GripIcon = icon(dots([9, 6], [15, 6], [9, 12], [15, 12], [9, 18], [15, 18]), 16);
export const TagsIcon = icon('M3.5 11.5v-7a1 1 0 0 1 1-1h7l9 9-8 8zM8 8h.01');
/** Work that goes on without anybody. */
export const WorkIcon = icon('M4 12a8 8 0 0 1 14-5.300M20 12a8 8 0 0 1-14 5.300M18 3v4h-4M6 21v-4h4');
export const SettingsIcon = icon(
  'M4 7h9M19 7h1M4 17h1M11 17h9M16 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M8 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
);
export const NarrowIcon = icon('M4 5h16v14H4zM9 5v14M16 10l-2.500 2 2.500 2');
export const WidenIcon = icon('M4 5h16v14H4zM9 5v14M13.500 10l2.500 2-2.500 2');
export const FoldIcon = icon('M6 9l6 6 6-6', 14);
export const MenuIcon = icon('M4 6h16M4 12h16M4 18h16');
export const CheckIcon = icon('M5 12.500l4.500 4.500L19 7.500', 16);
export const ClockIcon = icon('M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M12 8v4.500l3 1.500', 14);
export const NoneIcon = icon('M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M9 12h6', 14);
export const StaleIcon = icon('M7 4h10M7 20h10M8 4v3.500l8 9V20M16 4v3.500l-8 9V20', 14);
