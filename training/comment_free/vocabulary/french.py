"""French: boards, questions, shops."""

from __future__ import annotations

from training.comment_free.vocabulary.phrases import phrases

WORDS = phrases("""
site
    Forum Cuisine et Terroir | Les Amis du Vélo | Bricoleurs de France
board
    Présentations | Recettes | Matériel | Questions de débutants | Petites annonces | Sorties
    Technique | Le bistrot | Vie du forum
about
    Dites bonjour avant de poster. | Vos recettes salées et sucrées.
    Poêles, fours et couteaux. | On parle de tout et de rien. | Achats et ventes entre membres.
    Règlement et suggestions.
topic
    Comment réussir {plat} ? | {plat} : quel vin avec ? | Conseil pour l'achat d'{objet}
    Vends {objet2}, très bon état | Rencontre à {city} en juin | Première fois avec {plat}
    {objet2} en panne après deux mois | Nouveau venu de {city} | [Résolu] {plat} trop sec
    Votre avis sur {objet2} à induction | Remplacer le beurre dans {plat}
    Où trouver {objet2} à {city} ?
question
    Pourquoi {plat} ne lève pas ? | Combien de temps peut-on garder {plat} au frais ?
    Comment nettoyer {objet2} sans l'abîmer ? | Peut-on congeler {plat} ?
    Quelle taille choisir pour {objet2} ?
plat
    la pâte à brioche | le cassoulet | la tarte aux pommes | le pain de campagne | la blanquette
    le soufflé | la ratatouille | le gratin dauphinois | la quiche
objet
    un robot pâtissier | une cocotte en fonte | un couteau de chef | une machine à pain
    un vélo pliant
objet2
    cocotte en fonte | plaque de cuisson | machine à café | balance de cuisine | mandoline
    poêle en acier | sorbetière
opening
    Bonjour à tous, j'ai essayé {plat} dimanche dernier.
    Je cherche {objet} pour une famille de cinq personnes.
    Ma {objet2} vient de rendre l'âme après dix ans.
detail
    Le goût est bon mais la texture reste trop compacte.
    J'ai suivi la recette à la lettre, four à 180 degrés.
    Le vendeur de {city} me conseille le modèle au-dessus.
    Avec une autre {objet2} je n'ai jamais eu ce souci.
ask
    D'où cela peut-il venir ? | Qu'en pensez-vous ? | Quelqu'un a-t-il déjà essayé avec {plat} ?
tag
    cuisine | pain | desserts | four | vin | légumes | conserves
user
    mamie_lulu | Titouan | chef_gégé | Clémence | papillon33 | Jean-Mi | Marmiton | zoé
    Le Breton | sylvie_b | Fred | colibri | Nono | Garance | vieux_loup | Maïwenn | poivre&sel
city
    Lyon | Nantes | Rennes | Lille | Liège | Grenoble | Tours
first
    Camille | Julien | Claire | Antoine | Sophie | Mathieu | Hélène
last
    Lefèvre | Moreau | Garnier | Rousseau | Perrin | Blanchard
shop
    La Maison Claire | Jardin & Cie
aisle_about
    Des objets simples et durables, choisis par notre équipe.
    Fabriqué en petites séries, expédié sous deux jours.
aisle
    Cuisine | Salon | Jardin | Enfants | Linge de maison | Promotions | Nouveautés
product
    {goods} {modele} {colour} | {goods} en {material} - {brand} | {brand} - {goods} {modele}
long_product
    {brand} {goods} {modele} en {material}, {colour}, lot de {digit}, livraison offerte
brand
    Bellerive | Lucioles | Maison Odet | Tramontane | Colline
goods
    Vase | Coussin | Lampe à poser | Plaid | Table basse | Nappe | Panier | Bougie
    Service à thé | Miroir
modele
    Margaux | Oslo | Saint-Malo | Pampa | Aubrac | Lumio
material
    lin | bois clair | céramique | rotin | verre soufflé | laine
colour
    bleu nuit | écru | terracotta | vert sauge | blanc | moutarde
""")
