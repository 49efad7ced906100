ALTER TABLE `site` ADD `id_host` text DEFAULT '' NOT NULL;
