import type { ReactNode } from "react";

/** Lucide icons (ISC licence). Decoration only: each has a text or an accessible name next to it. */
export function Icon({ children, className = "size-5" }: { children: ReactNode; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  );
}

interface IconProps {
  className?: string;
}

const withShapes = (shapes: ReactNode) => (props: IconProps) => <Icon {...props}>{shapes}</Icon>;

export const HomeIcon = withShapes(<path d="M3 10.2 12 3l9 7.2V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM9 21v-8h6v8" />);
export const GarageIcon = withShapes(
  <path d="M3 21V8.4a2 2 0 0 1 1.3-1.9l7-2.8a2 2 0 0 1 1.4 0l7 2.8A2 2 0 0 1 21 8.4V21M7 21V12h10v9M7 16.5h10" />,
);
export const CarIcon = withShapes(
  <>
    <path d="M19 17h2v-4c0-.9-.7-1.7-1.5-1.9L16 10l-2.7-3.4A2 2 0 0 0 11.8 6H6.3a2 2 0 0 0-1.8 1.1l-1.4 2.8A4 4 0 0 0 3 11v5a1 1 0 0 0 1 1h1M9 17h6" />
    <circle cx="7" cy="17" r="2" />
    <circle cx="17" cy="17" r="2" />
  </>,
);
export const CalendarIcon = withShapes(
  <path d="M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z" />,
);
export const PersonIcon = withShapes(
  <>
    <path d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2" />
    <circle cx="12" cy="7" r="4" />
  </>,
);
export const FilterIcon = withShapes(<path d="M4 7h16M7 12h10M10 17h4" />);
export const SearchIcon = withShapes(
  <>
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.3-4.3" />
  </>,
);
export const ChevronDownIcon = withShapes(<path d="m6 9 6 6 6-6" />);
export const ArrowLeftIcon = withShapes(<path d="m12 19-7-7 7-7M19 12H5" />);
export const ArrowRightIcon = withShapes(<path d="M5 12h14M12 5l7 7-7 7" />);
export const PlusIcon = withShapes(<path d="M5 12h14M12 5v14" />);
export const XIcon = withShapes(<path d="M18 6 6 18M6 6l12 12" />);

export const HeartIcon = ({ filled = false, ...props }: IconProps & { filled?: boolean }) => (
  <Icon {...props}>
    <path
      fill={filled ? "currentColor" : "none"}
      d="M19 14c1.49-1.46 3-3.21 3-5.5A5.5 5.5 0 0 0 16.5 3c-1.76 0-3 .5-4.5 2-1.5-1.5-2.74-2-4.5-2A5.5 5.5 0 0 0 2 8.5c0 2.3 1.5 4.05 3 5.5l7 7Z"
    />
  </Icon>
);
export const BellIcon = withShapes(
  <path d="M6 9a6 6 0 0 1 12 0c0 6 2.5 7 2.5 7h-17S6 15 6 9M10.3 20a2 2 0 0 0 3.4 0" />,
);
export const CommentIcon = withShapes(<path d="M7.9 20A9 9 0 1 0 4 16.1L2 22Z" />);
export const ReplyIcon = withShapes(
  <>
    <path d="m9 17-5-5 5-5" />
    <path d="M20 18v-2a4 4 0 0 0-4-4H4" />
  </>,
);
export const PencilIcon = withShapes(<path d="M17 3a2.85 2.83 0 1 1 4 4L7.5 20.5 2 22l1.5-5.5Z" />);
export const TrashIcon = withShapes(
  <path d="M3 6h18M19 6v14c0 1-1 2-2 2H7c-1 0-2-1-2-2V6M8 6V4c0-1 1-2 2-2h4c1 0 2 1 2 2v2" />,
);
export const CameraIcon = withShapes(
  <>
    <path d="M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3l-2.5-3z" />
    <circle cx="12" cy="13" r="3" />
  </>,
);
export const MapPinIcon = withShapes(
  <>
    <path d="M20 10c0 6-8 12-8 12s-8-6-8-12a8 8 0 0 1 16 0Z" />
    <circle cx="12" cy="10" r="3" />
  </>,
);
export const ShareIcon = withShapes(<path d="M12 2v13M16 6l-4-4-4 4M4 12v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8" />);
export const MoreIcon = withShapes(<path d="M5 12h.01M12 12h.01M19 12h.01" />);
export const FlagIcon = withShapes(<path d="M4 15s1-1 4-1 5 2 8 2 4-1 4-1V3s-1 1-4 1-5-2-8-2-4 1-4 1zM4 22v-7" />);
export const GripIcon = withShapes(<path d="M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01" />);
